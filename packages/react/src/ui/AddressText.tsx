/** What {@link AddressText} takes. */
export type AddressTextProps = { address: string }

/**
 * A whole address in groups of four, for reading it aloud or comparing it. The gaps are margins and not characters, so
 * that marking and copying gives the plain address.
 */
export function AddressText({ address }: AddressTextProps) {
  const prefix = address.startsWith('0x') ? '0x' : ''
  const groups = address.slice(prefix.length).match(/.{1,4}/g) ?? []
  const marked = [0, groups.length - 1]
  return (
    <span className="address" translate="no" dir="ltr">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups stay where they are
        <span key={index} data-marked={marked.includes(index) || undefined}>
          {index === 0 ? prefix + group : group}
        </span>
      ))}
    </span>
  )
}
