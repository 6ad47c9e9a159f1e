import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { waitForReceipt } from '@latchkey/devnet'
import { encodeFunctionData, getContractAddress, type Hex, parseAbi } from 'viem'
import type { AccountWorld } from '../../../packages/smart-account/src/testing/startAccountWorld.ts'
import type { Call } from './createGasMeter.ts'

const abi = parseAbi([
  'function execute(address target, uint256 value, bytes data)',
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
])

const factoryAbi = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
])

/** The call data of an operation of a reference account, the one of EIP-7702 too. */
export function simpleCalls(calls: readonly Call[]): Hex {
  const all = calls.map(({ to, value = 0n, data = '0x' }) => ({ target: to, value, data }))
  const [{ target, value, data } = { target: '0x' as Hex, value: 0n, data: '0x' as Hex }] = all
  return all.length === 1
    ? encodeFunctionData({ abi, functionName: 'execute', args: [target, value, data] })
    : encodeFunctionData({ abi, functionName: 'executeBatch', args: [all] })
}

/** The reference account of ERC-4337, EntryPoint v0.8, made by its own factory on the same chain. */
export async function deploySimpleAccounts(world: AccountWorld) {
  const path = createRequire(import.meta.url).resolve(
    '@account-abstraction/contracts/artifacts/SimpleAccountFactory.json',
  )
  const { bytecode }: { bytecode: Hex } = JSON.parse(readFileSync(path, 'utf8'))
  const { client, executor, devnet } = world
  const nonce = await client.getTransactionCount({ address: devnet.executor.address })
  const argument = devnet.contracts.entryPoint08.slice(2).toLowerCase().padStart(64, '0')
  const hash = await executor.sendTransaction({ data: `${bytecode}${argument}` })
  await waitForReceipt({ client, hash })
  const factory = getContractAddress({ from: devnet.executor.address, nonce: BigInt(nonce) })
  return {
    addressOf: (owner: Hex) =>
      client.readContract({ address: factory, abi: factoryAbi, functionName: 'getAddress', args: [owner, 0n] }),
    maker: (owner: Hex) => ({
      factory,
      factoryData: encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args: [owner, 0n] }),
    }),
  }
}
