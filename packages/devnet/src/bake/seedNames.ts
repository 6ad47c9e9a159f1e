import type { Address, Hex } from 'viem'
import { namehash } from 'viem/ens'
import { concat, encodeAbiParameters, encodeFunctionData, getCreate2Address, keccak256, stringToHex } from 'viem/utils'
import { ensAbi } from '../world/abis.ts'
import type { World } from '../world/World.ts'
import { foreignBytecode } from './foreignBytecode.ts'
import type { ManualChain } from './ManualChain.ts'

/** A keyhole, 16 by 16 pixels (PNG), as a data URL in an avatar record (ENSIP-12). */
const keyhole =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAMUlEQVR42mM4OMuDJMQwQBoUpIQUpISI1QBRjUsPAx7VWPVQrIFkJ5Hj6WGiYUATHwBZbngwMBclmQAAAABJRU5ErkJggg=='

const root: Hex = `0x${'00'.repeat(32)}`

/**
 * Registers the people's names in ENS. `ada.eth` and the others resolve to their addresses, and the addresses of all except
 * Dan to these names. The people own their names, and the registrar owns the names of addresses, like on Ethereum. Leaves the
 * transactions pending.
 *
 * @param create2Deployer The contract that deploys others at predictable addresses.
 */
export async function seedNames({
  chain,
  world,
  create2Deployer,
}: {
  chain: ManualChain
  world: World
  create2Deployer: Address
}): Promise<void> {
  const { deployer, people } = world.accounts
  const { ensRegistry } = world.contracts
  const make = async (bytecode: Hex) => {
    await chain.send({ from: deployer, to: create2Deployer, data: concat([root, bytecode]), gas: 6_000_000n })
    return getCreate2Address({ from: create2Deployer, salt: root, bytecode })
  }
  const withRegistry = (bytecode: Hex, ...others: Address[]) =>
    concat([
      bytecode,
      encodeAbiParameters(
        [ensRegistry, ...others].map(() => ({ type: 'address' })),
        [ensRegistry, ...others],
      ),
    ])
  const resolver = await make(withRegistry(foreignBytecode('ensPublicResolver')))
  const registrar = await make(withRegistry(foreignBytecode('ensReverseRegistrar'), resolver))

  const own = async (parent: string, label: string, owner: Address) => {
    const args = [parent === '' ? root : namehash(parent), labelHash(label), owner] as const
    const data = encodeFunctionData({ abi: ensAbi, functionName: 'setSubnodeOwner', args })
    await chain.send({ from: deployer, to: ensRegistry, data })
  }
  const record = async (parent: string, label: string) => {
    const args = [namehash(parent), labelHash(label), deployer.address, resolver, 0n] as const
    const data = encodeFunctionData({ abi: ensAbi, functionName: 'setSubnodeRecord', args })
    await chain.send({ from: deployer, to: ensRegistry, data })
  }
  const note = async (calls: Hex[]) => {
    const data = encodeFunctionData({ abi: ensAbi, functionName: 'multicall', args: [calls] })
    await chain.send({ from: deployer, to: resolver, data, gas: 1_500_000n })
  }

  await own('', 'eth', deployer.address)
  await own('', 'reverse', deployer.address)
  await own('reverse', 'addr', deployer.address)
  for (const { name: person, address } of people) {
    const label = person.toLowerCase()
    const name = `${label}.eth`
    const node = namehash(name)
    await record('eth', label)
    const calls = [encodeFunctionData({ abi: ensAbi, functionName: 'setAddr', args: [node, address] })]
    if (person === 'Ada')
      calls.push(encodeFunctionData({ abi: ensAbi, functionName: 'setText', args: [node, 'avatar', keyhole] }))
    await note(calls)
    await own('eth', label, address)
    if (person === 'Dan') continue
    const digits = address.slice(2).toLowerCase()
    const reverse = namehash(`${digits}.addr.reverse`)
    await record('addr.reverse', digits)
    await note([encodeFunctionData({ abi: ensAbi, functionName: 'setName', args: [reverse, name] })])
    await own('addr.reverse', digits, address)
  }
  await own('reverse', 'addr', registrar)
}

function labelHash(label: string): Hex {
  return keccak256(stringToHex(label))
}
