/** The English texts of services that a site may do without: they come with their views. As `en.ts` otherwise. */
export const laterEn = {
  'later.buy': 'Buy gets you crypto by card or bank',
  'later.receive': 'Receive instead',
  'whatIsABuy.pay.title': 'You pay, a provider delivers',
  'whatIsABuy.pay.text': 'A payment company takes your card or bank transfer and sends the crypto to your address.',
  'whatIsABuy.compare.title': 'Compare what arrives',
  'whatIsABuy.compare.text': 'Fees and rates differ. Look at what you get, not only at what you pay.',
  'whatIsABuy.identity.title': 'They check who you are',
  'whatIsABuy.identity.text': 'Most ask for a document once. That stays between you and them.',
} as const
