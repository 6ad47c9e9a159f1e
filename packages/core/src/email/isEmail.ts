/** Tells whether a text is an email address that a mail can be sent to: what the wallet's own check lets through. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i.test(text)
}
