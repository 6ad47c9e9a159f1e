/** Whether a text is a valid email address, with the same rule as the wallet. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i.test(text)
}
