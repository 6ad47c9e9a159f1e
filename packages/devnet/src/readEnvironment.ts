import { ServiceError } from '@latchkey/protocol/errors'
import type { DevnetParameters } from './Devnet.ts'
import { chainDefinitions } from './world/chains.ts'

/**
 * Reads the options of the devnet process from its environment:
 *
 * - `LATCHKEY_FOLDER`: folder of its files. Default `.latchkey`.
 * - `LATCHKEY_BAKE_FOLDER`: folder of the states that it bakes once a day. Default `bake` in that folder.
 * - `LATCHKEY_PORT_31337`, `LATCHKEY_PORT_31338`: wanted RPC ports. Default 8545 and 8546.
 * - `LATCHKEY_PORT_BITCOIN`: wanted port of the Bitcoin chain. Default 8548.
 * - `LATCHKEY_PORT_SOLANA`: wanted port of local Solana. Default 8899.
 * - `LATCHKEY_BITCOIN_BLOCK_TIME`: seconds between its blocks while transactions wait. Default 10.
 * - `LATCHKEY_BLOCK_TIME`: seconds between blocks while transactions wait. Default 1.
 * - `LATCHKEY_IDLE_BLOCK_TIME`: seconds between blocks while none waits. Default 12.
 * - `LATCHKEY_PERSIST`, `LATCHKEY_MARKET`: `0` or `1`. Default `1`.
 *
 * `main.ts` reads `LATCHKEY_NAME_GATEWAY`: the gateway of the local names' resolver, a URL template of ERC-3668. The default is
 * the previous gateway.
 *
 * @throws LatchkeyError `config_invalid` with the variable and its allowed values
 */
export function readEnvironment(environment: NodeJS.ProcessEnv): DevnetParameters {
  const whole = ({ name, fallback, least, most }: { name: string; fallback: number; least: number; most: number }) => {
    const text = environment[name]
    if (text === undefined || text === '') return fallback
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new ServiceError('config_invalid', {
        message: `${name} must be a whole number from ${least} to ${most}, not "${text}"`,
        field: name,
      })
    }
    return value
  }
  const flag = (name: string) => whole({ name, fallback: 1, least: 0, most: 1 }) === 1
  return {
    folder: environment.LATCHKEY_FOLDER || '.latchkey',
    ...(environment.LATCHKEY_BAKE_FOLDER ? { bakeFolder: environment.LATCHKEY_BAKE_FOLDER } : {}),
    ports: Object.fromEntries(
      chainDefinitions.map(({ id }, index) => [
        id,
        whole({ name: `LATCHKEY_PORT_${id}`, fallback: 8545 + index, least: 1, most: 65_535 }),
      ]),
    ),
    solana: {
      networks: 1,
      ports: [whole({ name: 'LATCHKEY_PORT_SOLANA', fallback: 8899, least: 1, most: 65_535 })],
    },
    bitcoin: {
      port: whole({ name: 'LATCHKEY_PORT_BITCOIN', fallback: 8548, least: 1, most: 65_535 }),
      blockTime: whole({ name: 'LATCHKEY_BITCOIN_BLOCK_TIME', fallback: 10, least: 1, most: 3600 }),
    },
    blockTime: whole({ name: 'LATCHKEY_BLOCK_TIME', fallback: 1, least: 1, most: 3600 }),
    idleBlockTime: whole({ name: 'LATCHKEY_IDLE_BLOCK_TIME', fallback: 12, least: 1, most: 3600 }),
    persist: flag('LATCHKEY_PERSIST'),
    market: flag('LATCHKEY_MARKET'),
  }
}
