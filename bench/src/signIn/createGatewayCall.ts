import { pino } from 'pino'
import { Registry } from 'prom-client'
import { encodeFunctionData, parseAbi } from 'viem'
import { namehash } from 'viem/ens'
import { registerGatewayRoutes } from '../../../apps/server/src/names/gateway/registerGatewayRoutes.ts'
import type { AnswerSigner } from '../../../apps/server/src/names/gateway/signAnswer.ts'
import { createMemoryRegistry } from '../../../apps/server/src/names/gateway/testing/createMemoryRegistry.ts'
import { encodeResolveCall } from '../../../apps/server/src/names/gateway/testing/encodeResolveCall.ts'
import { serverConfigSchema } from '../../../apps/server/src/platform/config/ServerConfig.ts'
import { createHttpApp } from '../../../apps/server/src/platform/http/createHttpApp.ts'
import type { Call } from '../names/measureCalls.ts'

const abi = parseAbi(['function addr(bytes32 node) view returns (address)'])
const sender = '0x1111111111111111111111111111111111111111'
const chain = {
  chainId: 'eip155:31337',
  name: 'Local One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: [{ url: 'http://127.0.0.1:9' }],
} as const

/** One question to the names' gateway, whose answer is signed: its HTTP application without a socket, over names in memory. */
export function createGatewayCall({ signer }: { signer: AnswerSigner }): Call {
  const config = serverConfigSchema.parse({ chains: [chain] })
  const app = createHttpApp({
    context: { config, log: pino({ level: 'silent' }), metrics: new Registry() },
    admit: async () => undefined,
  })
  const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const registry = createMemoryRegistry({ names: { alice: { addresses: { 60: { address, byKey: true } } } } })
  registerGatewayRoutes({ app, registry, signer, clock: { now: () => Date.now() } })
  const name = 'alice.latchkey.eth'
  const call = encodeFunctionData({ abi, args: [namehash(name)] })
  const path = `/v1/names/ccip/${sender}/${encodeResolveCall({ name, call })}.json`
  return async () => {
    const response = await app.request(path)
    const text = await response.text()
    if (response.status !== 200 || !text.includes('"data":"0x')) throw new Error(`${response.status} ${text}`)
    registry.asked.length = 0
  }
}
