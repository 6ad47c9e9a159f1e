import styles from './AccountMark.module.css'

/** A sign that distinguishes accounts at a glance: two colors and an angle, derived from the address. Proves nothing. */
export function AccountMark({ address, size = 40 }: { address: string; size?: number }) {
  const digits = address.toLowerCase().replace(/^0x/, '')
  const angle = (at: number) => (Number.parseInt(digits.slice(at, at + 4), 16) || 0) % 360
  const [first, turn] = [angle(0), angle(16)]
  // Neighbors on the color wheel, because two arbitrary colors would often clash.
  const second = first + 30 + (angle(8) % 50)
  const id = `mark-${digits.slice(0, 12)}`
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <defs>
        <linearGradient id={id} gradientTransform={`rotate(${turn} .5 .5)`}>
          <stop offset="0" stopColor={`hsl(${first} 68% 62%)`} />
          <stop offset="1" stopColor={`hsl(${second} 62% 42%)`} />
        </linearGradient>
      </defs>
      <circle cx="20" cy="20" r="20" fill={`url(#${id})`} />
    </svg>
  )
}
