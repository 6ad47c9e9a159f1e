/**
 * Orders items by a weighted draw without replacement. Each next item is drawn from the rest with a probability proportional to its weight.
 * Items with the weight 0 come last.
 *
 * @param options.random uniform in [0, 1)
 * @example chooseUpstreams({ items: [{ weight: 9 }, { weight: 1 }], weightOf: ({ weight }) => weight, limit: 5, random: Math.random })
 */
export function chooseUpstreams<Item>({
  items,
  weightOf,
  limit,
  random,
}: {
  items: readonly Item[]
  weightOf: (item: Item) => number
  limit: number
  random: () => number
}): Item[] {
  const rest = items.map((item) => ({ item, weight: Math.max(0, weightOf(item)) }))
  const chosen: Item[] = []
  while (rest.length > 0 && chosen.length < limit) {
    const total = rest.reduce((sum, { weight }) => sum + weight, 0)
    let mark = random() * total
    let index = rest.findIndex(({ weight }) => {
      mark -= weight
      return mark < 0
    })
    if (index < 0) index = 0
    const [drawn] = rest.splice(index, 1)
    if (drawn) chosen.push(drawn.item)
  }
  return chosen
}
