/** A whole address in groups of four, for reading it aloud or comparing it. A manual copy gives the plain address. */
export function AddressText({ address }: { address: string }) {
  const prefix = address.startsWith('0x') ? '0x' : ''
  const groups = address.slice(prefix.length).match(/.{1,4}/g) ?? []
  const marked = [0, groups.length - 1]
  function onCopy(event: ClipboardEvent): void {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', address)
  }
  return (
    <span class="address" translate={false} dir="ltr" onCopy={onCopy}>
      {groups.map((group, index) => (
        <span key={index} data-marked={marked.includes(index) ? '' : undefined}>
          {index === 0 ? prefix + group : group}
        </span>
      ))}
    </span>
  )
}
