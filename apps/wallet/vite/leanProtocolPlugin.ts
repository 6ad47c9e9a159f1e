import { type Plugin, parseAst } from 'vite'

/** Answers on which keys depend, which every build validates. */
const checkedAnswers = ['getWallet', 'recoverWallet']

/** Endpoint fields that the pages read. */
const endpointFields = ['method', 'path', 'auth']

/** Refusals of the kit only, which neither a server nor the wallet returns; `buildWallet.test.ts` checks that. */
export const kitCodes = [
  'account_minimum',
  'address_keeps_inscriptions',
  'amount_too_precise',
  'checksum_mismatch',
  'devnet_failed',
  'devnet_node_missing',
  'disconnect_failed',
  'payment_incomplete',
  'receiver_minimum',
  'receiver_other_network',
  'sign_message_failed',
  'solana_send_failed',
  'storage_record_invalid',
  'token_missing',
  'token_refuses_transfer',
  'transaction_expired',
  'transaction_replaced',
  'wallet_lacks_method',
  'wallet_not_found',
]

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/**
 * Removes the parts of the contracts that only servers and documents read: summaries, lists of errors, HTTP statuses, and the shapes
 * of requests that the pages write themselves. It also removes the shapes of answers on which no key depends, because those come from
 * the page's own origin. Tests and development keep all of it.
 *
 * @param options.messages false for workers: they send only codes, and the frame knows the messages
 * @param options.codes false for workers that start no other one: they read no code
 */
export function leanProtocolPlugin({
  messages = true,
  codes = true,
}: {
  messages?: boolean
  codes?: boolean
} = {}): Plugin {
  return {
    name: 'latchkey:lean-protocol',
    // After the types were removed.
    enforce: 'post',
    transform(code, id) {
      const file = /packages\/protocol\/src\/(.*)\.ts$/.exec(id)?.[1] ?? ''
      if (/^errors\/(kit|service|shared)Errors$/.test(file))
        return leaveOut(code, codes ? entryParts(code, messages) : allEntries(code))
      if (/^errors\/(walletConnect|market|name|onramp|siwx)Errors$/.test(file)) return leaveOut(code, allEntries(code))
      if (file === 'frame/frameRequests') return markPure(leaveOut(code, resultParts(code)))
      if (file.startsWith('walletApi/') || file === 'api/sessions') return wrapPure(leaveOut(code, endpointParts(code)))
      // Only the endpoints' shapes use these here.
      if (file === 'smartAccount/permissions' || file === 'caip/schemas') return wrapPure(code)
      return undefined
    },
  }
}

function leaveOut(code: string, parts: readonly Node[]): string {
  let text = code
  for (const { start, end } of [...parts].sort((left, right) => right.start - left.start)) {
    const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0
    text = text.slice(0, start) + text.slice(end + comma)
  }
  return text
}

/** The frame's answers are validated only in development. */
function resultParts(code: string): Node[] {
  const requests = valuesOf(code).find(({ name }) => name === 'frameRequests')?.value
  return propertiesOf(requests).flatMap(({ node }) =>
    propertiesOf(node.value as Node)
      .filter(({ key }) => key === 'result')
      .map((entry) => entry.node),
  )
}

/** Schemas are built by calls: without the mark, unused ones would stay. */
function markPure(code: string): string {
  const calls = valuesOf(code).filter(({ value }) => value.type === 'CallExpression')
  return calls
    .map(({ value }) => value.start)
    .sort((left, right) => right - left)
    .reduce((text, start) => `${text.slice(0, start)}/* @__PURE__ */ ${text.slice(start)}`, code)
}

/** As {@link markPure}, for values built by more than one call. */
function wrapPure(code: string): string {
  return valuesOf(code)
    .filter(({ value }) => value.type === 'CallExpression' || value.type === 'ObjectExpression')
    .sort((left, right) => right.value.start - left.value.start)
    .reduce((text, { value: { start, end } }) => {
      const made = `/* @__PURE__ */ (() => (${text.slice(start, end)}))()`
      return text.slice(0, start) + made + text.slice(end)
    }, code)
}

function endpointParts(code: string): Node[] {
  return valuesOf(code).flatMap(({ name, value }) => {
    if ((value.callee as Node | undefined)?.name !== 'defineEndpoint') return []
    const [fields] = value.arguments as Node[]
    const kept = checkedAnswers.includes(name) ? [...endpointFields, 'response'] : endpointFields
    return propertiesOf(fields)
      .filter(({ key }) => !kept.includes(key))
      .map(({ node }) => node)
  })
}

function entryParts(code: string, messages: boolean): Node[] {
  const entries = valuesOf(code).find(({ name }) => name.endsWith('Errors'))?.value
  const unread = messages ? ['status'] : ['status', 'message', 'retryable']
  return propertiesOf(entries).flatMap(({ key: code, node }) =>
    kitCodes.includes(code)
      ? [node]
      : propertiesOf(node.value as Node)
          .filter(({ key }) => unread.includes(key))
          .map((entry) => entry.node),
  )
}

/** The refusals of the WalletConnect client, of swaps and of names, which the wallet neither returns nor reads. */
function allEntries(code: string): Node[] {
  return valuesOf(code).flatMap(({ value }) => propertiesOf(value).map(({ node }) => node))
}

function valuesOf(code: string): { name: string; value: Node }[] {
  const { body } = parseAst(code) as unknown as { body: Node[] }
  return body.flatMap((statement) => {
    const declaration = (statement.declaration as Node | null | undefined) ?? statement
    const [declared] = (declaration.declarations ?? []) as Node[]
    const name = (declared?.id as Node | undefined)?.name
    return typeof name === 'string' && declared?.init ? [{ name, value: declared.init as Node }] : []
  })
}

function propertiesOf(value: Node | undefined): { key: string; node: Node }[] {
  if (value?.type !== 'ObjectExpression') return []
  return (value.properties as Node[]).map((node) => ({ key: String((node.key as Node | undefined)?.name), node }))
}
