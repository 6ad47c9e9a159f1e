/** How fast 100,000 Transfer events are indexed, beside the least that the same events can cost. See bench/indexing.md. */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { createIndexer } from '../../apps/server/src/indexer/createIndexer.ts'
import { createRpcService } from '../../apps/server/src/rpc/createRpcService.ts'
import { createTestContext } from '../../apps/server/src/testing/createTestContext.ts'
import { multicall3Bytecode } from '../../packages/devnet/src/world/multicall3Bytecode.ts'
import { freePort } from '../../scripts/lib/freePort.mjs'
import { findPostgres, startPostgres } from '../../scripts/services/postgres.mjs'
import { quantile, reportFigures } from './report.ts'

const size = { blocks: 200, transactions: 5, events: 100, accounts: 10_000 } as const
const total = size.blocks * size.transactions * size.events
const rounds = 5
/** Blocks of one request of the limit: about as many events as the index asks for at once. */
const limitRange = 20
const goal = 0.4

const emitter = '0x00000000000000000000000000000000000e1a17'
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const sender = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** mint(uint256 first, uint256 count) and burst(uint256 seed, uint256 count, uint256 accounts) */
const selectors = { mint: '0x1b2ef1ca', burst: '0xf9e7e5d5' } as const
/** The runtime code of the contract in bench/indexing.md. */
const emitterCode =
  '0x608060405234801561000f575f5ffd5b5060043610610085575f3560e01c8063313ce56711610058578063313ce5671461011557806370a082311461012f57806395d89b411461014e578063f9e7e5d51461016e575f5ffd5b806306fdde031461008957806318160ddd146100be5780631b2ef1ca146100d55780632dd7c658146100ea575b5f5ffd5b60408051808201909152600781526622b6b4ba3a32b960c91b60208201525b6040516100b59190610382565b60405180910390f35b6100c760015481565b6040519081526020016100b5565b6100e86100e33660046103b7565b610181565b005b6100fd6100f83660046103d7565b61020f565b6040516001600160a01b0390911681526020016100b5565b61011d601281565b60405160ff90911681526020016100b5565b6100c761013d3660046103ee565b5f6020819052908152604090205481565b6040805180820190915260048152631153525560e21b60208201526100a8565b6100e861017c36600461041b565b610241565b815b81830181101561020a575f6101978261020f565b6001600160a01b0381165f81815260208181526040808320805469d3c21bcecceda100000090810190915560018054820190559051908152939450919290917fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef910160405180910390a350600101610183565b505050565b5f8160405160200161022391815260200190565b60408051601f19818403018152919052805160209091012092915050565b5f5b8281101561037c57604080516020808201879052818301849052825180830384018152606090920190925280519101205f6102816100f88584610444565b90505f6102956100f886604086901c610444565b90505f6102ae670de0b6b3a7640000608086901c610444565b6102b9906001610477565b9050805f5f856001600160a01b03166001600160a01b031681526020019081526020015f205f8282546102ec9190610490565b90915550506001600160a01b0382165f9081526020819052604081208054839290610318908490610477565b92505081905550816001600160a01b0316836001600160a01b03167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef8360405161036491815260200190565b60405180910390a35050600190920191506102439050565b50505050565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b5f5f604083850312156103c8575f5ffd5b50508035926020909101359150565b5f602082840312156103e7575f5ffd5b5035919050565b5f602082840312156103fe575f5ffd5b81356001600160a01b0381168114610414575f5ffd5b9392505050565b5f5f5f6060848603121561042d575f5ffd5b505081359360208301359350604090920135919050565b5f8261045e57634e487b7160e01b5f52601260045260245ffd5b500690565b634e487b7160e01b5f52601160045260245ffd5b8082018082111561048a5761048a610463565b92915050565b8181038181111561048a5761048a61046356'

type Call = { method: string; params: readonly unknown[] }
type Log = { address: string; topics: string[]; data: string; blockNumber: string; logIndex: string }

async function startNode() {
  const folder = dirname(createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/package.json'))
  const port = await freePort(18_000 + (process.pid % 10_000))
  const options = ['--port', String(port), '--host', '127.0.0.1', '-q', '--prune-history', '--chain-id', '31337']
  const child = spawn(join(folder, 'bin', 'anvil'), [...options, '--gas-limit', '100000000', '--no-mining'], {
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const send = async (calls: readonly Call[]): Promise<unknown[]> => {
    const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })))
    const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return ((await reply.json()) as { result?: unknown; error?: { message: string } }[]).map(({ result, error }) => {
      if (error) throw new Error(error.message)
      return result
    })
  }
  for (const deadline = Date.now() + 10_000; ; ) {
    try {
      await send([{ method: 'eth_chainId', params: [] }])
      break
    } catch (error) {
      if (Date.now() > deadline || child.exitCode !== null) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return {
    url,
    send,
    stop: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

type Node = Awaited<ReturnType<typeof startNode>>

/** First every account gets its share, then they pay each other. */
async function fillChain({ send }: Node): Promise<void> {
  const [code] = await send([{ method: 'eth_call', params: [{ data: multicall3Bytecode }, 'latest'] }])
  await send([
    { method: 'anvil_setCode', params: [multicall3, code] },
    { method: 'anvil_setCode', params: [emitter, emitterCode] },
  ])
  for (let block = 0; block < size.blocks; block++) {
    const calls = Array.from({ length: size.transactions }, (_, index): Call => {
      const number = block * size.transactions + index
      const first = number * size.events
      const data =
        first < size.accounts
          ? encodeCall(selectors.mint, first, size.events)
          : encodeCall(selectors.burst, number, size.events, size.accounts)
      return { method: 'eth_sendTransaction', params: [{ from: sender, to: emitter, data, gas: '0x989680' }] }
    })
    await send([...calls, { method: 'anvil_mine', params: ['0x1', '0x1'] }])
  }
}

function encodeCall(selector: string, ...numbers: number[]): string {
  return `${selector}${numbers.map((number) => number.toString(16).padStart(64, '0')).join('')}`
}

/** The least that the events can cost: fetched, decoded by hand, inserted in bulk into one table without an index. */
async function measureLimit(node: Node, url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('drop table if exists logs')
    await client.query(
      'create table logs (block int, position int, token bytea, sender bytea, receiver bytea, amount numeric)',
    )
    const start = performance.now()
    for (let block = 1; block <= size.blocks; block += limitRange) {
      const fromBlock = `0x${block.toString(16)}`
      const toBlock = `0x${(block + limitRange - 1).toString(16)}`
      const [logs] = (await node.send([
        { method: 'eth_getLogs', params: [{ fromBlock, toBlock, topics: [transferTopic] }] },
      ])) as [Log[]]
      const columns = [0, 1, 2].map(() => Buffer.allocUnsafe(20 * logs.length))
      const numbers: [number[], number[], bigint[]] = [[], [], []]
      logs.forEach(({ address, topics, data, blockNumber, logIndex }, index) => {
        columns[0]?.write(address.slice(2), index * 20, 'hex')
        columns[1]?.write(topics[1]?.slice(26) ?? '', index * 20, 'hex')
        columns[2]?.write(topics[2]?.slice(26) ?? '', index * 20, 'hex')
        numbers[0].push(Number(blockNumber))
        numbers[1].push(Number(logIndex))
        numbers[2].push(BigInt(data))
      })
      await client.query(
        `insert into logs select b, p, substr($1::bytea, i::int * 20 - 19, 20), substr($2::bytea, i::int * 20 - 19, 20),
          substr($3::bytea, i::int * 20 - 19, 20), a
        from unnest($4::int[], $5::int[], $6::numeric[]) with ordinality as u(b, p, a, i)`,
        [...columns, ...numbers.map((values) => `{${values.join()}}`)],
      )
    }
    const seconds = (performance.now() - start) / 1000
    const { rows } = await client.query('select count(*)::int as count from logs')
    if (rows[0]?.count !== total) throw new Error(`The limit inserted ${rows[0]?.count} of ${total} events`)
    return total / seconds
  } finally {
    await client.end()
  }
}

/** The real thing: from nothing until every row is committed and every balance was compared with the chain. */
async function measureIndex(node: Node): Promise<number> {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const context = await createTestContext({
    engine: 'postgres',
    config: {
      chains: [
        {
          chainId: 'eip155:31337',
          name: 'Bench',
          nativeCurrency,
          upstreams: [{ url: node.url }],
          indexer: { startBlock: 0 },
        },
      ],
    },
  })
  try {
    const indexer = createIndexer(context, { rpc: createRpcService({ context }) })
    const start = performance.now()
    indexer.start()
    while (indexer.status()[0]?.state !== 'live') {
      const failure = indexer.status()[0]?.error
      if (failure) throw new Error(failure)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    const seconds = (performance.now() - start) / 1000
    await indexer.stop()
    const { rows } = await context.database.execute<Record<string, string>>(`
      select (select count(*) from transfers) as transfers, (select count(*) from transactions) as transactions,
        (select block - settled_block from indexed_chains) as stale,
        (select sum(amount) from balances where token = '\\x${emitter.slice(2)}') as held,
        (select total_supply from tokens) as supply`)
    const [row] = rows
    const isComplete =
      Number(row?.transfers) === total &&
      Number(row?.transactions) === size.blocks * size.transactions &&
      Number(row?.stale) === 0 &&
      row?.held === row?.supply
    if (!isComplete) throw new Error(`The index differs from the chain: ${JSON.stringify(row)}`)
    return total / seconds
  } finally {
    await context.stop()
  }
}

if (!findPostgres()) throw new Error('This benchmark needs PostgreSQL 15 or newer (Debian: apt-get install postgresql)')
// Durable, unlike in tests, because the cost of a write is measured.
const postgres = await startPostgres({ settings: ['fsync=on', 'full_page_writes=on', 'synchronous_commit=on'] })
process.env.DATABASE_URL = postgres.url
let node: Node | undefined
try {
  node = await startNode()
  await fillChain(node)
  const limits: number[] = []
  const rates: number[] = []
  // In turns, so that what else the machine does falls on both.
  for (let round = 0; round <= rounds; round++) {
    const limit = await measureLimit(node, postgres.url)
    const rate = await measureIndex(node)
    // The first round warms up compilers, caches and files.
    if (round === 0) continue
    limits.push(limit)
    rates.push(rate)
  }
  const ratio = quantile(
    rates.map((rate, index) => rate / (limits[index] ?? Number.NaN)),
    0.5,
  )
  const perSecond = (values: readonly number[]) => `${Math.round(quantile(values, 0.5)).toLocaleString('en')}/s`
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20)
  reportFigures({
    name: 'indexing',
    title: `Indexing ${total.toLocaleString('en')} Transfer events on PostgreSQL, median of ${rounds} rounds`,
    figures: [
      {
        name: 'limit',
        value: perSecond(limits),
        beside: 'fetched, hand-decoded, inserted into one table',
        verdict: 'no goal',
      },
      {
        ...{ name: 'index', value: perSecond(rates) },
        ...{
          beside: `all rows, balances compared with the chain; best other 2,200/s; ${memory} MB resident`,
          verdict: 'no goal',
        },
      },
      {
        ...{ name: 'ratio', value: ratio.toFixed(2), beside: `goal: at least ${goal} of the limit` },
        verdict: ratio >= goal ? 'reached' : 'missed',
      },
    ],
  })
} finally {
  await node?.stop()
  await postgres.stop()
}
