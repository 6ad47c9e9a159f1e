/** What a statement may be made of. Source: EIP-4361. */
const statementCharacters = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/

/** The sentence that the wallet shows, in English as messages of Ethereum's family are; a name that cannot stand in it is left out. */
export function statementOf(name: string): string {
  const site = statementCharacters.test(name) ? name : 'this site'
  return `Sign in to ${site}. This moves nothing and costs nothing.`
}
