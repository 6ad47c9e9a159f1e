import { nativeEvmAddress, toAccountId } from '@latchkey/protocol'
import type { ProviderOrder } from '../OnrampProvider.ts'

/** An order as a provider receives it: 0.045 ether on a network, for 100 dollars. */
export function providerOrder(change: Partial<ProviderOrder> = {}): ProviderOrder {
  const chainId = change.chainId ?? 'eip155:8453'
  const usd = (amount: string) => ({ amount, currency: 'USD' })
  return {
    id: '0123456789abcdef0123456789abcdef',
    reference: undefined,
    quoteReference: undefined,
    paymentMethod: 'card',
    chainId,
    asset: {
      id: toAccountId({ chainId, address: nativeEvmAddress }),
      name: 'Ether',
      symbol: 'ETH',
      decimals: 18,
      iconUrl: null,
    },
    amounts: {
      coinbaseFee: usd('2.50'),
      networkFee: usd('0.25'),
      paymentSubtotal: usd('97.25'),
      paymentTotal: usd('100.00'),
      purchaseAmount: { amount: '0.045', currency: 'ETH' },
    },
    address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
    partnerUserId: undefined,
    minimumAge: undefined,
    returnUrl: 'https://shop.example/thanks',
    expiresAt: new Date('2026-01-01T00:15:00Z'),
    ...change,
  }
}
