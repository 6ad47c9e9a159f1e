/** `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)`. Source: ERC-4337, EntryPoint. */
const userOperationEvent = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
/** `ExecutionFailure(bytes32,uint256)`, emitted by a Safe. */
const executionFailure = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'

/**
 * Whether a smart account's calls failed inside a transaction that succeeded. A bundler sends and pays for that transaction even if the
 * calls fail. Read from events that EntryPoint and Safe emit for this account; other implementations are not covered.
 *
 * @param options.logs of the transaction's receipt, as a node returns them
 */
export function hasInnerFailure({ logs, account }: { logs: unknown; account: string }): boolean {
  if (!Array.isArray(logs)) return false
  const own = account.toLowerCase()
  const verdicts = logs.flatMap((log: unknown): boolean[] => {
    const { address, topics, data } = (log ?? {}) as Record<string, unknown>
    const [event, , sender] = Array.isArray(topics) ? topics.map((topic) => String(topic).toLowerCase()) : []
    if (event === executionFailure && String(address).toLowerCase() === own) return [false]
    if (event !== userOperationEvent || sender?.slice(-40) !== own.slice(2)) return []
    // The second word is `success`.
    return [!/^0x.{64}0{64}/.test(String(data))]
  })
  // Several operations of one account cannot be told apart, and a payment that succeeded must not be called unpaid.
  return verdicts.length > 0 && !verdicts.includes(true)
}
