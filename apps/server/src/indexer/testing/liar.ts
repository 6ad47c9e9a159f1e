import type { EvmAddress } from '@latchkey/protocol'
import { concat, type Hex, pad } from 'viem'
import { eventTopics } from '../../chains/eventTopics.ts'

/** A contract that announces any movement that its caller names: `Transfer` from the first word to the second, of the third. */
export const liar = {
  address: '0x1a2000000000000000000000000000000000cafe',
  code: concat(['0x602060406000376020356000357f', eventTopics.transfer, '0x60206000a300']),
  /** The call that announces a movement of 100 base units. */
  claim: (from: EvmAddress | Hex, to: EvmAddress | Hex): Hex =>
    concat([pad(from, { size: 32 }), pad(to, { size: 32 }), pad('0x64', { size: 32 })]),
} as const satisfies { address: EvmAddress; code: Hex; claim: unknown }
