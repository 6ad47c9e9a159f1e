import { useMemo } from 'preact/hooks'
import { ChannelCode } from '../ui/ChannelCode.tsx'
import { drawCode } from '../ui/drawCode.ts'

/** A Farcaster channel (FIP-11), in a window. */
export function PopupChannel({ url }: { url: string }) {
  const code = useMemo(() => drawCode(url), [url])
  return <ChannelCode code={code} url={url} />
}
