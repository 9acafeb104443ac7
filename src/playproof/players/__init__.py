"""Run a plan on a session and write down what happened; judge nothing."""
