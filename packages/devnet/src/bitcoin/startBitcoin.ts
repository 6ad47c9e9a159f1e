import { join } from 'node:path'
import { bitcoinNetworks } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { freePort } from '../../../../scripts/lib/freePort.mjs'
import { everySoOften } from '../time/everySoOften.ts'
import { bakeHistory } from './bakeHistory.ts'
import { serveEsplora } from './esplora/serveEsplora.ts'
import { keepRecords } from './keepRecords.ts'
import type { BitcoinParameters, LocalBitcoin } from './LocalBitcoin.ts'
import { createBitcoinNode, type NodeRecord } from './node/createBitcoinNode.ts'
import { scriptOf } from './node/regtestScript.ts'
import { bitcoinAccounts } from './world/accounts.ts'
import { pay } from './world/pay.ts'

/** Version of the seeded history. Raise it if stored blocks no longer fit. */
const version = 1
const defaultIdle = 1800
/** Most blocks of one call, and most satoshis of one faucet payment. */
const mostBlocks = 1000
const largestGift = 10 * 100_000_000

/**
 * Starts a separate Bitcoin chain (regtest) with an Esplora API in this process. Its JavaScript node verifies every script,
 * except Taproot scripts, which it refuses. Taproot key spends work. The first start of a day makes a history of 127 blocks,
 * which takes about a second.
 *
 * @throws LatchkeyError `devnet_failed` when it cannot be started.
 * @example
 * const bitcoin = await startBitcoin()
 * await bitcoin.fund({ address: 'bcrt1q…', value: 100_000 })
 * await bitcoin.mine()
 */
export async function startBitcoin(parameters: BitcoinParameters = {}): Promise<LocalBitcoin> {
  const { folder, bakeFolder, port, blockTime, idleBlockTime = defaultIdle } = parameters
  const { faucet, people } = bitcoinAccounts()
  try {
    const kept = folder === undefined ? undefined : keepRecords({ file: join(folder, 'bitcoin.jsonl'), version })
    /** Set after the restore, because restored records must not be written again. */
    let write: (record: NodeRecord) => void = () => {}
    const node = await createBitcoinNode({
      minerScript: scriptOf(faucet.payment.address) ?? '',
      onRecord: (record) => write(record),
    })
    await node.restore(kept?.records ?? [])
    if (node.tip().height === 0) {
      const history = await bakeHistory({ folder: bakeFolder, now: new Date() })
      for (const record of history) kept?.append(record)
      await node.restore(history)
    }
    if (kept) write = kept.append

    async function mine({ count = 1 }: { count?: number } = {}) {
      if (!Number.isInteger(count) || count < 1 || count > mostBlocks) {
        throw new ServiceError('invalid_body', { message: `count must be from 1 to ${mostBlocks}` })
      }
      const hashes: string[] = []
      for (let index = 0; index < count; index += 1) hashes.push(await node.mine())
      return hashes
    }
    async function fund({ address, value }: { address: string; value: number }) {
      if (!scriptOf(address) || !Number.isInteger(value) || value < 1 || value > largestGift) {
        throw new ServiceError('invalid_body', {
          message: `address must be one of regtest, and value from 1 to ${largestGift} satoshi`,
        })
      }
      return pay({ node, from: faucet, to: [{ address, value }] })
    }

    const server = await serveEsplora({
      ...{ node, local: { mine, fund } },
      port: port === undefined ? 0 : await freePort(port),
    })
    const endTimer = blockTime === undefined ? async () => {} : mineByItself()

    function mineByItself() {
      let lastBlock = Date.now()
      const turn = async () => {
        const waits = node.ledger.waiting().length > 0
        if (!waits && Date.now() - lastBlock < idleBlockTime * 1000) return
        await node.mine()
        lastBlock = Date.now()
      }
      return everySoOften({ interval: () => (blockTime ?? 0) * 1000, turn })
    }

    return {
      chainId: bitcoinNetworks.regtest,
      name: 'Local Bitcoin',
      esploraUrl: server.url,
      faucet,
      accounts: people,
      ...{ mine, fund },
      send: (options) => pay({ node, ...options }),
      reorganise: ({ depth }) => node.reorganise({ depth }),
      async stop() {
        await endTimer()
        await server.stop()
        await node.close()
      },
    }
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    throw new ServiceError('devnet_failed', { message: 'The local Bitcoin chain could not be started', cause })
  }
}
