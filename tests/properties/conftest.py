from hypothesis import HealthCheck, settings

# The same examples every time, and no judgement on how fast the machine is.
settings.register_profile("suite", max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")
