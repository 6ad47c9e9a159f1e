import axe from 'axe-core'

/** Shows the page in one of the two themes, as the system would. */
export function setTheme(theme: 'dark' | 'light'): void {
  document.documentElement.style.colorScheme = theme
}

/** What axe finds on the page, a line each. */
export async function findAxeViolations(): Promise<readonly string[]> {
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    // The runner's page around the test.
    rules: { 'html-has-lang': { enabled: false }, 'document-title': { enabled: false } },
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
