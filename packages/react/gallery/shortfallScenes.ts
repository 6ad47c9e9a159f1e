import { ServiceError } from '@latchkey/protocol/errors'
import * as f from './fixtures.ts'
import type { Scene } from './scenes.ts'
import * as s from './swapFixtures.ts'

const issue = { code: 'insufficient_gas', message: new ServiceError('insufficient_gas').message } as const
const home = { name: 'Account', data: undefined } as const

/** Scenes of accounts that lack the network cost: of a token payment, and of a swap. */
export const shortfallScenes: readonly Scene[] = [
  {
    id: 'send-cost-short',
    world: {
      connection: f.connected,
      send: {
        ...{ status: 'editing', receiver: { status: 'none' } },
        form: { token: f.dollar, sendTokenAmount: '25', receiverAddress: f.friend, speed: 'standard' },
        issues: [
          {
            ...{ field: 'sendTokenAmount', ...issue },
            shortfall: { symbol: 'ETH', costText: '0.000056041007845740', leftText: '0', isNative: false },
          },
        ],
      },
    },
    history: [home, { name: 'WalletSend', data: undefined }],
  },
  {
    id: 'swap-cost-short',
    world: {
      connection: f.connected,
      swap: s.editing(s.filled, s.priced, [
        {
          ...{ field: 'amount', ...issue },
          shortfall: { symbol: 'ETH', costText: '0.0031', leftText: '0.00309', isNative: false },
        },
      ]),
    },
    history: [home, { name: 'Swap', data: undefined }],
  },
]
