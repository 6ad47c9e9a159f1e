/**
 * Waits for a condition.
 *
 * @throws Error that names the condition if it is not met in time.
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
