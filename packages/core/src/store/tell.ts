/** Calls every listener. One that throws is reported like any error of the page, and keeps nothing from the others. */
export function tell<Values extends unknown[]>(
  listeners: Iterable<(...values: Values) => void>,
  ...values: Values
): void {
  for (const listener of [...listeners])
    try {
      listener(...values)
    } catch (error) {
      // Node has no `reportError`.
      const report = globalThis.reportError ?? console.error
      report(error)
    }
}
