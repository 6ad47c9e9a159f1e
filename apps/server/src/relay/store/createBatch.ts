/** Maximum weight of one call, because Redis does nothing else meanwhile. */
const most = 64

/**
 * Collects the Redis commands of one turn of the event loop. For most commands a separate call costs more than the command.
 *
 * @param options.send runs the commands in order, in one call, and returns the results in the same order
 * @param options.weigh weight of a command; one heavier than a whole call is sent alone or ends a call
 * @returns a function that adds a command, and resolves with its result
 */
export function createBatch<Item, Answer>({
  send,
  weigh,
}: {
  send: (items: readonly Item[]) => Promise<readonly Answer[]>
  weigh: (item: Item) => number
}): (item: Item) => Promise<Answer> {
  let gathered: Item[] = []
  let weight = 0
  let sent: Promise<readonly Answer[]> = Promise.resolve([])

  const begin = () => {
    const batch: Item[] = []
    gathered = batch
    weight = 0
    sent = new Promise((resolve) => setImmediate(resolve)).then(() => {
      if (gathered === batch) gathered = []
      return send(batch)
    })
  }

  return async (item) => {
    if (gathered.length === 0 || weight >= most) begin()
    const index = gathered.push(item) - 1
    weight += weigh(item)
    const answers = await sent
    return answers[index] as Answer
  }
}
