import axe from 'axe-core'

/** Shows the page in one of the two themes, like a setting of the system. */
export function setTheme(theme: 'dark' | 'light'): void {
  document.documentElement.style.colorScheme = theme
}

/** Returns the violations that axe finds on the page, one line each. */
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
