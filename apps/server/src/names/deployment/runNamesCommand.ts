import { parseArgs } from 'node:util'
import { type Address, formatEther, getAddress, isAddress } from 'viem'
import { connectChain } from '../../deployments/connectChain.ts'
import { readDeployer } from '../../deployments/readDeployer.ts'
import { isEvmChain } from '../../platform/config/chainConfig.ts'
import type { EvmChainConfig } from '../../platform/config/evmChainConfig.ts'
import { loadConfig } from '../../platform/config/loadConfig.ts'
import type { ServerConfig } from '../../platform/config/ServerConfig.ts'
import { readPrivateKey } from '../../platform/crypto/readPrivateKey.ts'
import { changeResolver, type ResolverChange } from './changeResolver.ts'
import { checkGatewayUrl } from './checkGatewayUrl.ts'
import { deployNames } from './deployNames.ts'
import { findResolver } from './findResolver.ts'

/** Usage of the command. */
const namesUsage = `LATCHKEY_CONFIG=… DEPLOYER_KEY=0x… npm run -w apps/server names -- <command>
  deploy <chain, such as eip155:1> [--rehearse] [--registry own]
  signer add|remove [0x…, else that of the configuration] [--chain eip155:1] [--rehearse]
  gateway [https://…/{sender}/{data}.json …, else that of the configuration] [--chain eip155:1] [--rehearse]
  show [--chain eip155:1]`

type Environment = Readonly<Record<string, string | undefined>>

/** Input of every command. */
type Call = {
  config: ServerConfig & { names: NonNullable<ServerConfig['names']> }
  env: Environment
  /** Arguments after the command. */
  rest: readonly string[]
  chain: string | undefined
  isRehearsal: boolean
  isOwnRegistry: boolean
  say: (line: string) => void
}

const commands: Readonly<Record<string, (call: Call) => Promise<void>>> = { deploy, signer, gateway, show }

/**
 * `npm run -w apps/server names`: deploys the contracts of names on the configured chains, and changes their signers and gateways.
 *
 * @param options.args the arguments after `names --`
 * @param options.say called with one line for each finding and each step
 * @throws Error with a sentence
 */
export async function runNamesCommand({
  args,
  env,
  say,
}: {
  args: readonly string[]
  env: Environment
  say: (line: string) => void
}): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { rehearse: { type: 'boolean', default: false }, registry: { type: 'string' }, chain: { type: 'string' } },
    allowPositionals: true,
  })
  const [name = '', ...rest] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const isOwnRegistry = values.registry === 'own'
  if (!command || (values.registry !== undefined && !(isOwnRegistry && name === 'deploy')))
    throw new Error(`Use: ${namesUsage}`)
  const config = await loadConfig({ env })
  const { names } = config
  if (!names) throw new Error('The configuration has no names')
  const { chain, rehearse: isRehearsal } = values
  await command({ config: { ...config, names }, env, rest, chain, isRehearsal, isOwnRegistry, say })
}

async function deploy({ config, env, rest, isRehearsal, isOwnRegistry, say }: Call): Promise<void> {
  const [chainId, ...others] = rest
  if (!chainId || others.length > 0) throw new Error(`Use: ${namesUsage}`)
  const chain = config.chains.filter(isEvmChain).find((one) => one.chainId === chainId)
  if (!chain) throw new Error(`The configuration has no chain ${chainId}`)
  const deployer = await readDeployer(env)
  const { zone } = config.names
  const { registry, resolver, universalResolver, cost } = await deployNames({
    ...(await connectChain(chain)),
    ...{ deployer, isRehearsal, isOwnRegistry, say, zone },
    registry: chain.contracts.ensRegistry as Address | undefined,
    gateway: gatewayOf(config),
    signer: await signerOf({ config, env }),
  })
  say(
    `${isRehearsal ? 'It would cost' : 'It cost'} ${formatEther(cost)} ${chain.nativeCurrency.symbol}, paid by ${deployer.address}.`,
  )
  say(`The resolver of ${zone}: ${resolver}`)
  if (!universalResolver) return
  say(`chains[].contracts.ensRegistry of ${chainId}: "${registry}"`)
  say(`contracts of the chain's definition in viem: { ensUniversalResolver: { address: '${universalResolver}' } }`)
}

async function signer({ rest: [action, given, ...others], ...call }: Call): Promise<void> {
  if ((action !== 'add' && action !== 'remove') || others.length > 0) throw new Error(`Use: ${namesUsage}`)
  if (action === 'remove' && !given) throw new Error('Which key counts no more? Name its address')
  if (given && !isAddress(given)) throw new Error(`"${given}" is no address`)
  const own = await signerOf(call)
  const address = given ? getAddress(given) : own
  if (action === 'remove' && address === own)
    call.say('This is the key that the configuration signs with: until it has another one, no name is resolved')
  await change(call, { type: action === 'add' ? 'addSigner' : 'removeSigner', signer: address })
}

async function gateway({ rest, ...call }: Call): Promise<void> {
  const urls = rest.length > 0 ? rest.map(checkGatewayUrl) : [gatewayOf(call.config)]
  await change(call, { type: 'setUrls', urls })
}

/** Changes the resolver on every chain that has one. */
async function change(call: Omit<Call, 'rest'>, what: ResolverChange): Promise<void> {
  const { config, env, isRehearsal, say } = call
  const { zone } = config.names
  const deployer = await readDeployer(env)
  for (const { chain, registry } of chainsOf(call)) {
    say(`${chain.name} (${chain.chainId})`)
    const connected = await connectChain(chain)
    const resolver = await findResolver({ ...connected, registry, zone, deployer: deployer.address })
    if (!resolver) say(`There is no resolver of ours for ${zone}`)
    else await changeResolver({ ...connected, deployer, isRehearsal, say, resolver, change: what })
  }
}

async function show(call: Call): Promise<void> {
  const { config, say } = call
  const { zone } = config.names
  for (const { chain, registry } of chainsOf(call)) {
    say(`${chain.name} (${chain.chainId})`)
    const resolver = await findResolver({ ...(await connectChain(chain)), registry, zone })
    if (!resolver) {
      say(`No resolver of ours answers for ${zone}`)
      continue
    }
    say(`The resolver of ${zone}: ${resolver.address}, which ${resolver.owner} owns`)
    say(`Gateway: ${resolver.urls.join(', ') || 'none'}`)
    say(`Signers: ${resolver.signers.join(', ') || 'none, so no name is resolved'}`)
  }
}

/** Returns the chains with a registry, or only the requested one. */
function chainsOf({ config, chain: wanted }: Pick<Call, 'config' | 'chain'>) {
  const found = config.chains
    .filter(isEvmChain)
    .flatMap((chain: EvmChainConfig) =>
      chain.contracts.ensRegistry && (!wanted || chain.chainId === wanted)
        ? [{ chain, registry: chain.contracts.ensRegistry as Address }]
        : [],
    )
  if (found.length === 0)
    throw new Error(`The configuration has no ${wanted ? `chain ${wanted}` : 'chain'} with contracts.ensRegistry`)
  return found
}

function gatewayOf({ http: { publicUrl } }: ServerConfig): string {
  if (!publicUrl) throw new Error('http.publicUrl is not in the configuration: clients ask this server there')
  return checkGatewayUrl(`${publicUrl.replace(/\/$/, '')}/v1/names/ccip/{sender}/{data}.json`)
}

async function signerOf({ config, env }: Pick<Call, 'config' | 'env'>): Promise<Address> {
  return (await readPrivateKey({ key: config.names.signer, name: 'names.signer', env })).address
}
