import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { encodeFunctionData, hexToBytes, keccak256, parseAbi } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { namehash } from 'viem/ens'
import { encodeResolveCall } from '../../../apps/server/src/names/gateway/testing/encodeResolveCall.ts'
import { addressOf, labelOf, zone } from './fillNames.ts'
import type { Call } from './measureCalls.ts'

const abi = parseAbi(['function addr(bytes32 node) view returns (address)'])
/** The contract that asks. */
const sender = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
/** Requests are prepared before the measurement, which leaves out the client's work. */
const prepared = 4_000

/** HTTP requests by their names in the figures. */
export type NameCalls = Record<'read by name' | 'reverse by address' | 'gateway, signed' | 'suggestions', Call>

/**
 * Creates the calls whose time is taken: of any name of those that are filled in, none before another.
 *
 * @param options.request answers a path: the application, or a client of its port
 * @param options.count names that are filled in
 */
export function createNameCalls({
  request,
  count,
}: {
  request: (path: string) => Promise<Response> | Response
  count: number
}): NameCalls {
  const ask = (path: string, expected: string): Promise<void> =>
    Promise.resolve(request(path))
      .then((response) => response.text().then((text) => ({ status: response.status, text })))
      .then(({ status, text }) => {
        if (status !== 200 || !text.includes(expected)) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`)
      })
  const gatewayPaths = Array.from({ length: prepared }, () => {
    const name = `${labelOf(randomInt(count))}.${zone}`
    const call = encodeFunctionData({ abi, args: [namehash(name)] })
    return `/v1/names/ccip/${sender}/${encodeResolveCall({ name, call })}.json`
  })
  return {
    'read by name': () => {
      const name = `${labelOf(randomInt(count))}.${zone}`
      return ask(`/v1/profile/account/${name}`, `"name":"${name}"`)
    },
    'reverse by address': () => {
      const index = randomInt(count)
      return ask(`/v1/profile/reverse/${addressOf(index)}`, `"name":"${labelOf(index)}.${zone}"`)
    },
    'gateway, signed': () => ask(gatewayPaths[randomInt(prepared)] ?? '', '"data":"0x'),
    // Every other one is a registered name.
    suggestions: () => {
      const index = randomInt(count)
      const label = index % 2 === 0 ? labelOf(index) : `visitor${index}`
      return ask(`/v1/profile/suggestions/${label}`, `"name":"${label}.${zone}","registered":${index % 2 === 0}`)
    },
  }
}

/** The least that a read can cost: one row by its primary key, prepared, through a pool of the same size. */
export function createBareRead({ pool, count }: { pool: pg.Pool; count: number }): Call {
  return async () => {
    const name = `${labelOf(randomInt(count))}.${zone}`
    const values = [name]
    const { rows } = await pool.query({ name: 'bare', text: 'select name, owner from names where name = $1', values })
    if (rows[0]?.name !== name) throw new Error(`${name} is not there`)
  }
}

/** The least that a signed answer can cost: the signature alone. */
export function createBareSignature({ signer }: { signer: PrivateKeyAccount }): Call {
  let number = 0
  return async () => {
    const signature = await signer.sign({ hash: keccak256(`0x${(++number).toString(16).padStart(64, '0')}`) })
    if (hexToBytes(signature).length !== 65) throw new Error('That is no signature')
  }
}
