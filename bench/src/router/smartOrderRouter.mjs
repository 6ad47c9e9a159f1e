// Uniswap's router as a separate process: `node smartOrderRouter.mjs <folder where it is installed>`, one JSON line in, one JSON line out.
// It is not a dependency because of its license and size: bench/router.md explains the installation.
//
// First line: { rpcUrl, tokens: [{ address, symbol, decimals }], usd, pools: [{ kind, address, token0, token1, fee, reserve0, reserve1, liquidity }] }
// Further lines: { from, to, amount, gasPrice, wide }. `wide` lets it use every pool instead of its usual choice.
// Answers: { amountOut, gas, milliseconds, parts } or { error }.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const require = createRequire(join(process.argv[2] ?? '.', 'package.json'))
const router = require('@uniswap/smart-order-router')
const { Protocol } = require('@uniswap/router-sdk')
const { CurrencyAmount, Token, TradeType } = require('@uniswap/sdk-core')
const { StaticJsonRpcProvider } = require('@ethersproject/providers')
const { BigNumber } = require('@ethersproject/bignumber')
const NodeCache = require('node-cache')

// Its tables of addresses know public chains only; the contracts stand at the addresses of this one.
const chainId = 1
// The folder of its helpers, and the artifacts that it expects there.
const helpers = {
  '0x1F98415757620B543A52E61c46B32eB19261F984':
    '@uniswap/v3-periphery/artifacts/contracts/lens/UniswapInterfaceMulticall.sol/UniswapInterfaceMulticall.json',
  '0x84E44095eeBfEC7793Cd7d5b57B7e401D7f1cA2E':
    '@uniswap/swap-router-contracts/artifacts/contracts/lens/MixedRouteQuoterV1.sol/MixedRouteQuoterV1.json',
  '0x5e55C9e631FAE526cd4B0526C4818D6e0a9eF0e3':
    '@uniswap/swap-router-contracts/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json',
}
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const factories = { v2: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f', v3: '0x1F98431c8aD98523631AE4a59f267346ea31F984' }
const word = (address) => address.slice(2).toLowerCase().padStart(64, '0')
const constructorArguments = {
  '0x84E44095eeBfEC7793Cd7d5b57B7e401D7f1cA2E': [factories.v3, factories.v2, weth],
  '0x5e55C9e631FAE526cd4B0526C4818D6e0a9eF0e3': [factories.v3, weth],
}

let alpha
let tokenOf
let provider
const gas = { price: BigNumber.from(0) }
const everyPool = {
  // A pool among the top takes no other place, so these stay few.
  ...{ topN: 2, topNDirectSwaps: 10, topNTokenInOut: 50, topNSecondHop: 50 },
  ...{ topNWithEachBaseToken: 50, topNWithBaseToken: 50 },
}

async function start({ rpcUrl, tokens, usd, pools }) {
  provider = new StaticJsonRpcProvider(rpcUrl, { chainId, name: 'local' })
  for (const [address, path] of Object.entries(helpers)) {
    const creation = require(path).bytecode + (constructorArguments[address] ?? []).map(word).join('')
    // The constructor returns the code with its immutable values.
    const code = await provider.send('eth_call', [{ data: creation, gas: '0x1c9c380' }, 'latest'])
    await provider.send('anvil_setCode', [address, code])
  }
  const known = new Map(
    tokens.map((t) => [t.address.toLowerCase(), new Token(chainId, t.address, t.decimals, t.symbol, t.symbol)]),
  )
  tokenOf = (address) => known.get(address.toLowerCase())
  // The dollar in which it counts the cost of gas.
  router.usdGasTokensByChain[chainId] = [tokenOf(usd)]
  const cache = () => new router.NodeJSCache(new NodeCache({ stdTTL: 3600, useClones: false }))
  const multicall = new router.UniswapMulticallProvider(chainId, provider, 375_000_000)
  const v3PoolProvider = new router.CachingV3PoolProvider(
    chainId,
    new router.V3PoolProvider(chainId, multicall),
    cache(),
  )
  const fees = { getTokensProperties: async () => ({}) }
  const id = (address) => ({ id: address.toLowerCase() })
  const v3 = pools
    .filter(({ kind }) => kind === 'uniswap-v3')
    .map((p) => ({
      ...{ id: p.address.toLowerCase(), feeTier: String(p.fee), liquidity: p.liquidity },
      ...{ token0: id(p.token0), token1: id(p.token1), tvlETH: p.depth, tvlUSD: p.depth },
    }))
  const v2 = pools
    .filter(({ kind }) => kind === 'uniswap-v2')
    .map((p) => ({
      ...{ id: p.address.toLowerCase(), token0: id(p.token0), token1: id(p.token1) },
      ...{ supply: p.depth, reserve: p.depth, reserveUSD: p.depth },
    }))
  alpha = new router.AlphaRouter({
    ...{ chainId, provider, multicall2Provider: multicall, v3PoolProvider, tokenPropertiesProvider: fees },
    v2PoolProvider: new router.V2PoolProvider(chainId, multicall, fees),
    v3SubgraphProvider: { getPools: async () => v3 },
    v2SubgraphProvider: { getPools: async () => v2 },
    v4SubgraphProvider: { getPools: async () => [] },
    gasPriceProvider: { getGasPrice: async () => ({ gasPriceWei: gas.price }) },
    tokenProvider: {
      getTokens: async (addresses) => ({
        getTokenByAddress: tokenOf,
        getTokenBySymbol: (symbol) => [...known.values()].find((token) => token.symbol === symbol),
        getAllTokens: () => addresses.flatMap((address) => tokenOf(address) ?? []),
      }),
    },
    tokenValidatorProvider: { validateTokens: async () => ({ getValidationByToken: () => undefined }) },
  })
  return { ready: true }
}

async function quote({ from, to, amount, gasPrice, wide }) {
  gas.price = BigNumber.from(gasPrice)
  const [source, target] = [tokenOf(from), tokenOf(to)]
  const begin = performance.now()
  const found = await alpha.route(
    CurrencyAmount.fromRawAmount(source, amount),
    target,
    TradeType.EXACT_INPUT,
    undefined,
    {
      protocols: [Protocol.V2, Protocol.V3, Protocol.MIXED],
      blockNumber: provider.getBlockNumber(),
      ...(wide ? { v2PoolSelection: everyPool, v3PoolSelection: everyPool } : {}),
    },
  )
  const milliseconds = performance.now() - begin
  if (!found) return { error: 'no route', milliseconds }
  return {
    ...{ amountOut: found.quote.quotient.toString(), net: found.quoteGasAdjusted.quotient.toString() },
    ...{ gas: found.estimatedGasUsed.toString(), milliseconds, parts: found.route.length },
  }
}

let first = true
for await (const line of createInterface({ input: process.stdin })) {
  try {
    const input = JSON.parse(line)
    const answer = first ? await start(input) : await quote(input)
    first = false
    console.log(JSON.stringify(answer))
  } catch (error) {
    console.log(JSON.stringify({ error: String(error?.stack ?? error).slice(0, 2000) }))
  }
}
