import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { type SiwxMessageData, type SiwxSession, writeSiwxMessage } from '@latchkey/protocol/siwx'
import type { Schedule } from '../device/Schedule.ts'
import { gatewayUrl } from '../gateway/createGateway.ts'
import type { OperationAccount } from '../operations/Operations.ts'
import { signAsAccount } from '../operations/signAsAccount.ts'
import type { ApprovalNetwork, ApprovalPorts } from '../rpc/createApprovals.ts'
import { toHex } from '../worker/hex.ts'
import type { ToldSignIn } from './LoginSignIn.ts'
import { readLoginSignIn } from './readLoginSignIn.ts'

/** Milliseconds that a login waits for signatures: a smart account's signature needs network requests. */
const patience = 5_000

/** Sign-ins to the host's site that are signed as part of a login, without a separate prompt. */
export type LoginSignIns = {
  /** Returns the note for the login's card if the sign-in may be signed; null if a prompt must ask. */
  read: (asked: unknown) => ToldSignIn | null
  /**
   * Signs the shown sign-in as the account in use, once for each network. The caller has checked that the login is complete and the
   * wallet unlocked. Omits those that cannot be signed.
   */
  sign: (told: ToldSignIn) => Promise<SiwxSession[]>
}

export type LoginSignInPorts = Pick<
  ApprovalPorts,
  'accounts' | 'asker' | 'baseUrl' | 'keys' | 'loadReader' | 'projectId'
> & {
  networks: () => readonly ApprovalNetwork[]
  now: () => number
  schedule: Schedule
}

/** Creates {@link LoginSignIns}. */
export function createLoginSignIns({
  accounts,
  asker,
  baseUrl,
  keys,
  loadReader,
  networks,
  now,
  projectId,
  schedule,
}: LoginSignInPorts): LoginSignIns {
  const judge = (asked: unknown) =>
    readLoginSignIn({ asked, origin: asker().origin, chainIds: networks().map(({ chainId }) => chainId), now: now() })

  /** The same two readers as for a prompt: if the second one has a finding, a prompt asks. */
  const signFor = async ({ data, account }: { data: SiwxMessageData; account: OperationAccount }) => {
    const { chainId, accountAddress } = data
    const network = networks().find((one) => one.chainId === chainId)
    if (!network) throw new ServiceError('unsupported_chain')
    const { name, nativeCurrency, testnet } = network
    const message = writeSiwxMessage(data)
    const url = gatewayUrl({ baseUrl, chainId, projectId })
    const reader = await loadReader()
    const description = await reader.describe({
      request: {
        ...{ method: 'personal_sign', params: [toHex(new TextEncoder().encode(message)), accountAddress] },
        ...{ chainId, account: account.address, origin: asker().origin },
      },
      ...{ url, network: { name, nativeCurrency, testnet }, knownAddresses: [], tokens: [] },
    })
    if (description.intent !== 'signIn' || description.findings.some(({ level }) => level !== 'note'))
      throw new ServiceError('request_refused')
    return {
      data,
      message,
      signature: await signAsAccount({ keys, reader, account, chainId, subject: { description }, url }),
    }
  }

  return {
    read: (asked) => {
      const signIn = judge(asked)
      // Load the signing reader in the meantime.
      if (signIn) loadReader().catch(() => {})
      return signIn && { asked: JSON.stringify(asked), note: { statement: signIn.message.statement ?? null } }
    },
    sign: async ({ asked }) => {
      // Time has passed since, so judge it again.
      const signIn = judge(JSON.parse(asked))
      const signed: SiwxSession[] = []
      let isLate = false
      const inUse = (chainId: ChainId) => accounts(chainId)[0]
      const first = signIn?.chainIds.map(inUse).find((account) => account)
      const work = async () => {
        for (const chainId of signIn?.chainIds ?? []) {
          const account = inUse(chainId)
          // A sign-in belongs to one account on all networks.
          if (isLate || !account || account.address !== first?.address) continue
          const data = { ...signIn?.message, accountAddress: account.address, chainId } as SiwxMessageData
          const session = await signFor({ data, account })
          if (!isLate) signed.push(session)
        }
      }
      await new Promise<void>((resolve) => {
        const stop = schedule(resolve, patience)
        const end = () => {
          stop()
          resolve()
        }
        work().then(end, end)
      })
      isLate = true
      return signed
    },
  }
}
