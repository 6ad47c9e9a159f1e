/** Waits for a condition by polling, if no event reports it. Fails after `timeout` milliseconds. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { timeout = 25_000 }: { timeout?: number } = {},
): Promise<void> {
  const deadline = performance.now() + timeout
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`It did not come true within ${timeout} ms: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
