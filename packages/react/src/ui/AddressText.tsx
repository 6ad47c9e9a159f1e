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
  // At its end, too, four digits or more: a last group may be short.
  const last = groups.length - 1
  const marked = other === undefined ? [0, last, ...((groups[last]?.length ?? 0) < 4 ? [last - 1] : [])] : []
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
          {other === undefined ? group : compare(group, other.slice(prefix.length + index * 4), prefix !== '')}
        </span>
      ))}
    </span>
  )
}

/**
 * A group whose digits are marked where the other's are not the same. After `0x` capitals are a checksum and tell nothing apart; elsewhere
 * they are other digits.
 */
function compare(group: string, other: string, isHexadecimal: boolean): ReactNode[] {
  const read = (digit: string | undefined) => (isHexadecimal ? digit?.toLowerCase() : digit)
  return [...group].map((digit, index) =>
    read(digit) === read(other[index]) ? (
      digit
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: digits stay where they are
      <mark key={index}>{digit}</mark>
    ),
  )
}
