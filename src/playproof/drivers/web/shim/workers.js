// Workers run on the game's clock too, in step with the page: the driver is told how many were made and drives each.
if (W.Worker) replaceClass("Worker", null, () => { family.workers++; scheduler.askNetwork(); });
