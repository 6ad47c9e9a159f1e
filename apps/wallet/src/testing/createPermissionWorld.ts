import { activateSessionMessage, type ChainId, createSessionMessage, revokeSessionMessage } from '@latchkey/protocol'
import type { SmartSession } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import {
  accountAbi,
  decodeContext,
  hashGrant,
  permissionsHash,
  sessionsAbi,
  smartAccountContracts,
} from '@latchkey/smart-account'
import { keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { decodeFunctionData } from 'viem/utils'
import { createMemoryStore } from '../device/createMemoryStore.ts'
import type { KeyValueStore } from '../device/KeyValueStore.ts'
import type { OperationAccount, PreparedOperation } from '../operations/Operations.ts'
import { createPermissions } from '../permissions/createPermissions.ts'
import type { PermissionPorts } from '../permissions/createPermissionTools.ts'
import type { PermissionRequests } from '../permissions/PermissionRequests.ts'
import type { Read } from '../rpc/createReviews.ts'
import { createReaderCalls } from '../worker/createReaderCalls.ts'

/** The account of the tests. */
export const smartAccount: OperationAccount = {
  address: '0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1',
  type: 'smartAccount',
  owner: '0x140BBf461e33044E4193730d1511EA2894edb528',
}
const revoked = `0x${'1'.padStart(64, '0')}` as const
const zeros = `0x${'0'.repeat(64)}` as const
const seconds = 1_800_000_000

/**
 * Creates a chain, a server and a device on which permissions are granted, with pages that come and go. Every call out of a page is a
 * step.
 */
export function createPermissionWorld() {
  let time = seconds * 1000
  const statuses = new Map<number, `0x${string}`>()
  const chain = { code: '0x60', isInstalled: true, isMining: true, willRevert: false, statuses }
  const operationLog = new Map<string, 100 | 200 | 500>()
  const writtenAt = new Map<string, number>()
  const sessions = new Map<string, SmartSession & { isActive: boolean; isRevoked: boolean }>()
  const cost = {
    sponsor: { name: 'Lantern Paper' } as { name: string } | null,
    gas: 100_000n,
    maxFeePerGas: 10n,
    setsUp: false,
  }
  const server = {
    /** SEC 1. */
    key: privateKeyToAccount(`0x${'07'.repeat(32)}`).publicKey as string,
    isAway: false,
    /** Creates the ID of a permission. */
    makePci: (): string => crypto.randomUUID(),
    list: (own: readonly SmartSession[]): readonly SmartSession[] => own,
    sessions,
  }
  const store = createMemoryStore()
  const calls: string[] = []
  const sent: PreparedOperation[] = []

  const run = (prepared: PreparedOperation) => {
    if (chain.willRevert) return operationLog.set(prepared.hash, 500)
    for (const { to, data = '0x' } of prepared.calls) {
      if (to === smartAccountContracts.sessions) {
        const { functionName, args } = decodeFunctionData({ abi: sessionsAbi, data })
        if (functionName === 'grant') statuses.set(args[0], hashGrant(args[1]))
        if (functionName === 'revoke') statuses.set(args[0], revoked)
      } else if (decodeFunctionData({ abi: accountAbi, data }).functionName === 'installModule')
        chain.isInstalled = true
    }
    return operationLog.set(prepared.hash, 200)
  }
  const mine = () => {
    for (const prepared of sent.splice(0)) run(prepared)
  }

  const answerNode = ({ method, params }: { method: string; params: readonly unknown[] }): unknown => {
    if (method === 'eth_getCode') return chain.code
    if (method !== 'eth_call') return '0x0'
    const [{ to, data }] = params as [{ to: string; data: `0x${string}` }]
    if (to.toLowerCase() === smartAccountContracts.sessions.toLowerCase()) {
      const { args } = decodeFunctionData({ abi: sessionsAbi, data })
      return statuses.get(Number(args?.[1])) ?? zeros
    }
    return to.toLowerCase() === smartAccount.address.toLowerCase()
      ? `0x${(chain.isInstalled ? '1' : '0').padStart(64, '0')}`
      : '0x'
  }
  const signed = (text: string) => toHex(`signed: ${text}`)
  const must = (condition: boolean, code: ConstructorParameters<typeof ServiceError>[0]) => {
    if (!condition) throw new ServiceError(code)
  }
  const answerSessions = (path: string, method: string, body: Record<string, never>): unknown => {
    if (server.isAway) throw new TypeError('away')
    const [, account = '', action] = /^\/v1\/sessions\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
    if (method === 'GET') return { pcis: server.list([...sessions.values()].filter(({ isActive }) => isActive)) }
    const { pci, context, signature, issuedAt } = body as Record<string, string>
    if (action === undefined) {
      const { expiry, signer, permissions } = body as unknown as SmartSession
      const hash = permissionsHash({ signer, permissions })
      const text = createSessionMessage({ account, permissionsHash: hash, expiry, issuedAt: issuedAt ?? '' })
      must(signature === signed(text), 'signature_invalid')
      const made = server.makePci()
      const project = { id: 'p', name: 'Lantern Paper', url: null, iconUrl: null }
      sessions.set(made, {
        ...{
          project,
          pci: made,
          account,
          expiry,
          createdAt: seconds,
          signer,
          permissions,
          policies: [],
          context: '0x',
        },
        ...{ revokedAt: null, usage: null, isActive: false, isRevoked: false },
      })
      return { pci: made, key: { type: 'secp256k1', publicKey: server.key } }
    }
    const session = sessions.get(pci ?? '')
    if (!session) throw new ServiceError('session_unknown')
    if (action === 'revoke') {
      must(signature === signed(revokeSessionMessage({ account, pci: session.pci })), 'signature_invalid')
      Object.assign(session, { isRevoked: true, revokedAt: seconds })
      return {}
    }
    const text = activateSessionMessage({ account, pci: session.pci, context: context ?? '' })
    must(signature === signed(text), 'signature_invalid')
    const { id, grant } = decodeContext(context as `0x${string}`)
    must(statuses.get(id) === hashGrant(grant), 'session_not_granted')
    Object.assign(session, { isActive: true, context })
    return {}
  }
  const fetchUrl = (async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url)
    const body = init.body ? JSON.parse(String(init.body)) : {}
    if (pathname === '/v1') return Response.json({ jsonrpc: '2.0', id: 1, result: answerNode(body) })
    try {
      return Response.json(answerSessions(pathname, init.method ?? 'GET', body))
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return Response.json({ code: error.code, message: error.message }, { status: 400 })
    }
  }) as typeof fetch

  const chainId: ChainId = 'eip155:1'
  const network = {
    ...{ chainId, name: 'Ethereum', testnet: false, smartAccounts: true, tokens: [] },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }

  /** The device's lock, which a closed page releases. */
  let last: Promise<unknown> = Promise.resolve()
  const lock = async <T>(work: () => Promise<T>, gone: Promise<unknown>): Promise<T> => {
    const done = last.then(work)
    last = Promise.race([done.catch(() => {}), gone])
    return done
  }

  /** A page that dies before its n-th step; none of its calls ever returns after that. */
  const openPage = ({
    diesAt = Number.POSITIVE_INFINITY,
    approves = true,
    afterGrantSign = async (): Promise<void> => {},
  } = {}) => {
    let steps = 0
    let isDead = false
    let die = () => {}
    const gone = new Promise<void>((resolve) => {
      die = resolve
    })
    const shown: Read<unknown>[] = []
    const step = async <T>(name: string, work: () => T | Promise<T>): Promise<T> => {
      steps++
      if (isDead || steps >= diesAt) {
        isDead = true
        die()
        return new Promise<T>(() => {})
      }
      calls.push(name)
      return work()
    }
    const watched: KeyValueStore = {
      ...store,
      put: (area, key, value) => step(`put ${area}`, () => store.put(area, key, value)),
      remove: (area, key) => step(`remove ${area}`, () => store.remove(area, key)),
    }
    const fetchStep = ((url: string, init: RequestInit) =>
      step(`${init.method} ${new URL(url).pathname.replace(/eip155[^/]*/, '…')}`, () =>
        fetchUrl(url, init),
      )) as typeof fetch
    const reader = createReaderCalls({ fetch: fetchUrl, now: () => time })
    const ports: PermissionPorts = {
      loadReader: async () => reader,
      store: watched,
      baseUrl: 'https://wallet.example',
      projectId: '0123456789abcdef0123456789abcdef',
      asker: () => ({ origin: 'https://app.example', claimedName: null }),
      networks: () => [network],
      accounts: () => [smartAccount],
      unlock: async () => ({ accounts: [], address: smartAccount.owner, factors: [] }) as never,
      fetch: fetchStep,
      locked: (_name, work) => lock(work, gone),
      now: () => time,
      // Waiting makes the time pass.
      schedule: (then, milliseconds) => {
        time += milliseconds
        const timer = setTimeout(then)
        return () => clearTimeout(timer)
      },
      reviews: {
        review: async ({ read, hold, signal }) => {
          const wallet = { accounts: [], address: smartAccount.owner, factors: [] } as never
          const asked = await read({ reader: reader as never, wallet, origin: 'https://app.example', signal })
          shown.push(asked)
          if (asked.description.findings.some(({ level }) => level === 'refuse'))
            throw new ServiceError('request_refused')
          if (!approves) throw new ServiceError('user_rejected')
          hold()
          return asked.act()
        },
      },
      operations: {
        prepare: async ({ account, chainId, calls: made }) => ({
          ...{ account, chainId, calls: made, findings: [] },
          hash: keccak256(
            toHex(JSON.stringify(made, (_, value) => (typeof value === 'bigint' ? String(value) : value))),
          ),
          cost: { ...cost, cost: cost.gas * cost.maxFeePerGas },
          checked: {} as never,
        }),
        send: async ({ prepared }) => {
          await step('write the operation down', () => writtenAt.set(prepared.hash, time))
          await step('send', () => operationLog.set(prepared.hash, 100) && sent.push(prepared))
          if (chain.isMining) mine()
          await step('hear that it was sent', () => {})
          const wait = async () => ({ status: operationLog.get(prepared.hash) as 200 | 500, transactionHash: null })
          return { id: prepared.hash, hash: prepared.hash, wait }
        },
        status: async ({ id }) => {
          const at = writtenAt.get(id)
          if (at === undefined) throw new ServiceError('calls_unknown')
          // One that never arrived may be on its way for a minute.
          const status = operationLog.get(id) ?? (time - at < 60_000 ? 100 : 400)
          return { version: '2.0.0', id, chainId: '0x1', status, atomic: true } as never
        },
        signMessage: async ({ text }) => {
          const signature = await step('sign', () => signed(text))
          if (text.startsWith('Activate ')) await afterGrantSign()
          return signature
        },
      },
    }
    return { permissions: createPermissions(ports), shown, isDead: () => isDead, steps: () => steps }
  }

  const requestOf = (params: readonly unknown[], account = smartAccount) => ({
    params,
    network,
    ...{ account, accounts: [account], signal: new AbortController().signal, hold: () => {} },
  })
  /** Request of an app: up to 5 wei a day for a friend, for 30 days. */
  const asked = {
    chainId: '0x1',
    expiry: seconds + 30 * 86_400,
    signer: { type: 'account', data: { address: '0xE57bFE9F44b819898F47BF37E5AF72a0783e1141' } },
    permissions: [
      {
        type: 'native-token-recurring-allowance',
        data: {
          allowance: '0x5',
          start: seconds,
          period: 86_400,
          to: '0x3C3a2E8A5e50CdDdB6A900FA2B585dD299e03D11'.toLowerCase(),
        },
      },
    ],
  }
  return {
    ...{ chain, cost, server, sessions, store, calls, mine, openPage, requestOf, asked, seconds },
    grant: (page: { permissions: PermissionRequests }, params: readonly unknown[] = [asked]) =>
      page.permissions.grant(requestOf(params)) as Promise<{ pci: string; context: `0x${string}` }>,
    revoke: (page: { permissions: PermissionRequests }, params: readonly unknown[]) =>
      page.permissions.revoke(requestOf(params)),
    pass: (milliseconds: number) => {
      time += milliseconds
    },
    granted: () => [...statuses.values()].filter((status) => status !== revoked).length,
  }
}
