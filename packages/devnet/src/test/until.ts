/**
 * Waits for a condition.
 *
 * @throws Error with what was waited for when it does not come true in time.
 */
export async function until({
  what,
  condition,
  patience = 25_000,
}: {
  what: string
  condition: () => boolean | Promise<boolean>
  patience?: number
}): Promise<void> {
  const end = Date.now() + patience
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`${what} did not come true within ${patience} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
