import type { ClipboardEvent, ReactNode } from 'react'

/** What {@link AddressText} takes. */
export type AddressTextProps = {
  address: string
  /** An address that it could be taken for: the digits that differ from that one's are marked. */
  other?: string | undefined
}

/** A whole address in groups of four, for reading it aloud or comparing it. Copied by hand it is the plain address. */
export function AddressText({ address, other }: AddressTextProps) {
  const prefix = address.startsWith('0x') ? '0x' : ''
  const groups = address.slice(prefix.length).match(/.{1,4}/g) ?? []
  const marked = other === undefined ? [0, groups.length - 1] : []
  function onCopy(event: ClipboardEvent): void {
    event.preventDefault()
    event.clipboardData.setData('text/plain', address)
  }
  return (
    <span className="address" translate="no" dir="ltr" onCopy={onCopy}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups stay where they are
        <span key={index} data-marked={marked.includes(index) || undefined}>
          {index === 0 && prefix}
          {other === undefined ? group : compare(group, other.slice(prefix.length + index * 4))}
        </span>
      ))}
    </span>
  )
}

/** A group whose digits are marked where the other's are not the same; capitals are a checksum and tell nothing apart. */
function compare(group: string, other: string): ReactNode[] {
  return [...group].map((digit, index) =>
    digit.toLowerCase() === other[index]?.toLowerCase() ? (
      digit
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: digits stay where they are
      <mark key={index}>{digit}</mark>
    ),
  )
}
