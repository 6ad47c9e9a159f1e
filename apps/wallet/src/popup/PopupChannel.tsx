import { useMemo } from 'preact/hooks'
import encodeQR from 'qr'
import { useScope } from '../ui/Scope.ts'

/** A channel of Farcaster (FIP-11): a code for the phone that has the app, and a link for whoever is on it. */
export function PopupChannel({ url }: { url: string }) {
  const { t } = useScope()
  const { size, squares } = useMemo(() => drawCode(url), [url])
  return (
    <>
      <div class="qr">
        <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('popup.channel.code')}>
          <path d={squares} />
        </svg>
      </div>
      <a class="btn" data-kind="secondary" href={url}>
        <span>{t('popup.channel.open')}</span>
      </a>
    </>
  )
}

/** The dark squares of a QR code as one path; its quiet zone is the padding around it. */
function drawCode(text: string): { size: number; squares: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, squares: squares.join('') }
}
