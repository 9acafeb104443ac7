"""stub"""

from pathlib import Path

from playproof.store.run_folder import RunFolder


def write_replica_report(folder: RunFolder) -> Path:
    """Stub"""
    folder.report_path.write_text("stub")
    return folder.report_path
