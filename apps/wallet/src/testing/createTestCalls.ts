import type { CallsStatus, PrepareCalls, PreparedCalls, SendPreparedCalls } from '@latchkey/protocol'
import {
  createAccountCall,
  encodeCalls,
  fromRpcOperation,
  hashOperation,
  smartAccountAddress,
  smartAccountContracts,
  toRpcOperation,
  type UserOperation,
} from '@latchkey/smart-account'
import { recoverAddress } from 'viem/utils'
import type { TestRpc, TestServer } from './createTestServer.ts'

/** Call state of the test server; tests may change it. */
export type TestCalls = {
  /** Code of accounts, by lowercase address. */
  code: Map<string, `0x${string}`>
  /** Sent operations, in order. */
  sent: SendPreparedCalls[]
  /** Changes prepared calls before they are answered. */
  tamper: (prepared: PreparedCalls) => void
  /** As `tamper`, but before the hash is computed, so that it matches. */
  forge: (operation: UserOperation) => void
  /** Nonce of an EOA's next transaction. */
  accountNonce: number
  /** Sponsor; null: the account pays. */
  sponsor: { name: string } | null
  /** Puts the sent operations into a block. */
  mine: () => void
  /** Runs before an operation is accepted: throws the answer. */
  onSend: () => void
  /** Runs after it was accepted: throws to lose the answer. */
  onSent: () => void
  status: (hash: string) => CallsStatus | undefined
  answer: TestRpc
}

/** A JSON-RPC refusal of the server. */
export function refusal(code: string): object {
  return { code: -32000, message: 'words of the server', data: { code } }
}

/** Creates the server's half of calls, honest until a test changes it. */
export function createTestCalls(server: TestServer): TestCalls {
  const statuses = new Map<string, CallsStatus>()
  const nonces = new Map<string, bigint>()
  const calls: TestCalls = {
    code: new Map(),
    sent: [],
    tamper: () => {},
    forge: () => {},
    accountNonce: 5,
    sponsor: { name: 'Lantern Paper' },
    mine: () => {
      for (const status of statuses.values())
        if (status.status === 100)
          Object.assign(status, {
            status: 200,
            receipts: [
              {
                logs: [],
                status: '0x1',
                blockHash: `0x${'b1'.repeat(32)}`,
                blockNumber: '0x11',
                gasUsed: '0x5208',
                transactionHash: `0x${'7a'.repeat(32)}`,
              },
            ],
          })
    },
    onSend: () => {},
    onSent: () => {},
    status: (hash) => statuses.get(hash),
    answer: async ({ method, params, chainId }) => {
      const [first] = params
      if (method === 'wallet_prepareCalls') return prepare(first as PrepareCalls)
      if (method === 'wallet_sendPreparedCalls') return send(first as SendPreparedCalls)
      if (method === 'wallet_getCallsStatus') {
        const status = statuses.get(String(first))
        if (!status) throw refusal('calls_unknown')
        return status
      }
      return { method, params, chainId }
    },
  }
  server.answerCalls((request) => calls.answer(request))

  const prepare = ({ from, chainId, calls: list, capabilities }: PrepareCalls): PreparedCalls => {
    const owner = capabilities?.account?.owner
    const isDeployed = calls.code.has(from.toLowerCase())
    const number = Number(chainId)
    const delegates = owner === undefined && !isDeployed
    if (owner && smartAccountAddress({ address: owner }) !== from) throw refusal('operation_refused')
    const operation: UserOperation = {
      sender: from,
      nonce: nonces.get(from) ?? 0n,
      ...(isDeployed ? {} : owner ? createAccountCall({ address: owner }) : { factory: '0x7702', factoryData: '0x' }),
      callData: encodeCalls(list.map(({ to, value = '0x0', data = '0x' }) => ({ to, value: BigInt(value), data }))),
      callGasLimit: 100_000n,
      verificationGasLimit: 400_000n,
      preVerificationGas: 60_000n,
      maxFeePerGas: 2_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      ...(calls.sponsor
        ? {
            paymaster: `0x${'9a'.repeat(20)}`,
            paymasterVerificationGasLimit: 50_000n,
            paymasterPostOpGasLimit: 0n,
            paymasterData: '0xabcd',
          }
        : {}),
      signature: '0x',
      ...(delegates
        ? {
            eip7702Auth: {
              address: smartAccountContracts.implementation,
              chainId: number,
              nonce: calls.accountNonce,
              ...unsigned,
            },
          }
        : {}),
    }
    calls.forge(operation)
    const { eip7702Auth: _, ...data } = toRpcOperation(operation)
    const prepared: PreparedCalls = {
      preparedCalls: { type: 'user-operation-v08', chainId, data },
      signatureRequest: {
        hash: hashOperation({ operation, chainId: number }),
        ...(delegates
          ? {
              authorization: {
                address: smartAccountContracts.implementation,
                chainId,
                nonce: `0x${calls.accountNonce.toString(16)}` as const,
              },
            }
          : {}),
      },
      capabilities: { sponsor: calls.sponsor, maxCost: '0x0' },
    }
    calls.tamper(prepared)
    return prepared
  }

  const send = async (body: SendPreparedCalls) => {
    calls.onSend()
    const { data, chainId } = body.preparedCalls
    const operation = fromRpcOperation({
      ...data,
      signature: body.signature,
      ...(body.authorization ? { eip7702Auth: body.authorization } : {}),
    })
    const hash = hashOperation({ operation, chainId: Number(chainId) })
    const signer = await recoverAddress({ hash, signature: body.signature })
    const { sender } = data
    const isOwners = [signer, smartAccountAddress({ address: signer })].some(
      (one) => one.toLowerCase() === sender.toLowerCase(),
    )
    if (!isOwners) throw refusal('operation_refused')
    calls.sent.push(body)
    if (!statuses.has(hash)) {
      statuses.set(hash, { version: '2.0.0', id: hash, chainId, status: 100, atomic: true })
      nonces.set(sender, operation.nonce + 1n)
      calls.code.set(sender.toLowerCase(), body.authorization ? delegated : '0x60')
    }
    calls.onSent()
    return { id: hash }
  }
  return calls
}

const unsigned = { r: '0x0', s: '0x0', yParity: 0 } as const
const delegated = `0xef0100${smartAccountContracts.implementation.slice(2).toLowerCase()}` as const
