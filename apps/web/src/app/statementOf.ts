/** Characters that a statement can contain. Source: EIP-4361. */
const statementCharacters = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/

/** Returns the sentence that the wallet shows, in English because the message is. Omits a name with other characters. */
export function statementOf(name: string): string {
  const site = statementCharacters.test(name) ? name : 'this site'
  return `Sign in to ${site}. This moves nothing and costs nothing.`
}
