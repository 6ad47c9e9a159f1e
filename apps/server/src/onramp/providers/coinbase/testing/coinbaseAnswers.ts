/** Tokens of the stand-in, in the shape of "Get buy options". */
const purchaseCurrencies = [
  {
    id: '2b92315d-eab7-5bef-84fa-089a131333f5',
    name: 'USD Coin',
    symbol: 'USDC',
    icon_url: 'https://dynamic-assets.coinbase.com/usdc.png',
    networks: [
      {
        name: 'ethereum',
        display_name: 'Ethereum',
        chain_id: '1',
        contract_address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      },
      {
        name: 'base',
        display_name: 'Base',
        chain_id: '8453',
        contract_address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      },
      {
        name: 'solana',
        display_name: 'Solana',
        chain_id: '',
        contract_address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      },
      { name: 'somewhere-new', display_name: 'Somewhere', chain_id: '99', contract_address: '' },
    ],
  },
  {
    id: 'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4',
    name: 'Ethereum',
    symbol: 'ETH',
    icon_url: null,
    networks: [
      { name: 'ethereum-mainnet', display_name: 'Ethereum', chain_id: 1, contract_address: '' },
      { name: 'base', display_name: 'Base', chain_id: 8453 },
    ],
  },
  {
    id: '5b71fc48-3dd3-540c-809b-f8c94d0e68b5',
    name: 'Bitcoin',
    symbol: 'BTC',
    networks: [{ name: 'bitcoin', display_name: 'Bitcoin', chain_id: '0', contract_address: '' }],
  },
]

const limits = [
  { id: 'CARD', min: '2', max: '500' },
  { id: 'ACH_BANK_ACCOUNT', min: '10.00', max: '25000.00' },
  { id: 'APPLE_PAY', min: '2', max: '500' },
]

/** USD per token. */
const prices: Readonly<Record<string, number>> = { USDC: 1, ETH: 2000, BTC: 50_000 }

/** A response of the stand-in. */
export type StandInAnswer = { status: number; body: unknown }

const invalid = (message: string): StandInAnswer => ({ status: 400, body: { code: 3, message, details: [] } })

/** `GET /v1/buy/options`: the US needs a state, and nothing is sold in Japan. */
export function answerOptions(query: URLSearchParams): StandInAnswer {
  const country = query.get('country') ?? ''
  if (!/^[A-Z]{2}$/.test(country) || country === 'XX') return invalid('country is invalid')
  if (country === 'US' && !query.get('subdivision')) return invalid('subdivision is required for US')
  if (country === 'JP') return { status: 200, body: { payment_currencies: [], purchase_currencies: [] } }
  const payment_currencies = [
    { id: 'USD', limits },
    { id: 'EUR', limits: limits.slice(0, 1) },
    { id: 'BRL', limits: limits.slice(2) },
  ]
  return { status: 200, body: { payment_currencies, purchase_currencies: purchaseCurrencies } }
}

/** `POST /v1/buy/quote`: 2.5 % for Coinbase, 0.25 for the network. A currency that it does not support is answered in USD. */
export function answerQuote(body: Readonly<Record<string, unknown>>, quoteId: string): StandInAnswer {
  const { payment_amount: amount, payment_currency: currency, payment_method: method, country } = body
  const bought = purchaseCurrencies.find(({ id, symbol }) => [id, symbol].includes(String(body.purchase_currency)))
  if (!bought?.networks.some(({ name }) => name === body.purchase_network)) return invalid('unknown asset')
  if (typeof amount !== 'string' || !/^\d+\.\d\d$/.test(amount)) return invalid('payment_amount is invalid')
  if (!limits.some(({ id }) => id === method)) return invalid('payment_method is invalid')
  if (country === 'US' && !body.subdivision) return invalid('subdivision is required for US')
  const paid = currency === 'USD' || currency === 'EUR' ? currency : 'USD'
  const fee = Number(amount) * 0.025
  const subtotal = Math.max(0, Number(amount) - fee - 0.25)
  const fiat = (value: number) => ({ value: value.toFixed(2), currency: paid })
  return {
    status: 200,
    body: {
      coinbase_fee: fiat(fee),
      network_fee: fiat(0.25),
      payment_subtotal: fiat(subtotal),
      payment_total: { value: amount, currency: paid },
      purchase_amount: { value: (subtotal / (prices[bought.symbol] ?? 1)).toFixed(6), currency: bought.symbol },
      quote_id: quoteId,
      onramp_url: '',
    },
  }
}

/** Whether the session API accepts these destinations. */
export function isSessionRequest(body: Readonly<Record<string, unknown>>): boolean {
  const names = new Set(purchaseCurrencies.flatMap(({ networks }) => networks.map(({ name }) => name)))
  const { addresses, assets, clientIp } = body
  return (
    Array.isArray(addresses) &&
    addresses.length > 0 &&
    addresses.every(
      ({ address, blockchains }) =>
        typeof address === 'string' && blockchains?.length > 0 && blockchains.every((name: string) => names.has(name)),
    ) &&
    Array.isArray(assets) &&
    (clientIp === undefined || typeof clientIp === 'string')
  )
}
