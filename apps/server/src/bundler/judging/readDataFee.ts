import { entryPoint08, type UserOperation } from '@latchkey/smart-account'
import type { GasMarket } from '../../chains/node/gasMarket.ts'
import { readDataFee as readFeeOfData } from '../../chains/node/readDataFee.ts'
import type { UnmeasuredOperation } from '../Bundler.ts'
import type { ChainScope } from '../ChainScope.ts'
import { encodeAlone } from './preVerificationGas.ts'

/** What an operation's data costs on its way to Ethereum, as units of the rollup's gas; 0 elsewhere. */
export function readDataFee(
  scope: Pick<ChainScope, 'node' | 'number' | 'rollups'>,
  { operation, market }: { operation: UserOperation | UnmeasuredOperation; market: GasMarket },
): Promise<bigint> {
  return readFeeOfData(scope, { from: entryPoint08, to: entryPoint08, data: encodeAlone(operation), market })
}
