import axe from 'axe-core'

// The runner's page around the test has no title and no language; behind a modal dialog the app is inert, so that its own
// heading and landmark do not count.
const rules = Object.fromEntries(
  ['html-has-lang', 'document-title', 'landmark-one-main', 'page-has-heading-one', 'region'].map((rule) => [
    rule,
    { enabled: false },
  ]),
)

/** What axe finds on the page: of all its rules, or of the named ones alone. */
export async function findViolations(only?: readonly string[]): Promise<unknown[]> {
  // Of what is as it should be axe keeps one element: to name every one takes a fifth of the time.
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    ...(only === undefined ? { rules } : { runOnly: [...only] }),
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })))
}
