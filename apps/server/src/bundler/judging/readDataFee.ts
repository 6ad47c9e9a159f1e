import { entryPoint08, type UserOperation } from '@latchkey/smart-account'
import type { GasMarket } from '../../chains/node/gasMarket.ts'
import { readDataFee as readFeeOfData } from '../../chains/node/readDataFee.ts'
import type { UnmeasuredOperation } from '../Bundler.ts'
import type { ChainScope } from '../ChainScope.ts'
import { encodeAlone } from './preVerificationGas.ts'

/** Returns the cost of an operation's data on Ethereum in units of the rollup's gas; 0 on other networks. */
export function readDataFee(
  scope: Pick<ChainScope, 'node' | 'number' | 'rollups'>,
  { operation, market }: { operation: UserOperation | UnmeasuredOperation; market: GasMarket },
): Promise<bigint> {
  return readFeeOfData(scope, { from: entryPoint08, to: entryPoint08, data: encodeAlone(operation), market })
}
