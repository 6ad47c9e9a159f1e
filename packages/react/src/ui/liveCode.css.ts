import { css } from '../styles/css.ts'
import { qrCss } from './qr.css.ts'

/** A code that expires, with its purpose and remaining time. Every state has the same size. */
export const liveCodeCss =
  qrCss +
  css(`
.pairing{display:flex;flex-direction:column;gap:12u}
.pairing .qr,.qr-blank{align-self:center;width:100%;max-width:304u;aspect-ratio:1;padding:18u;border-radius:24r}
.qr-blank{display:grid;place-items:center;background:var(--s1);color:var(--t2)}
.qr-blank .spinner{width:32u;height:32u}
.pairing .qr span.qr-logo{width:54u;height:54u;border-radius:16r;background:#fff}
.pairing .qr .qr-logo .picture{width:54u;height:54u;border-radius:14r}
.qr .tile{background:#f4f3ef;color:#17150f}
.pairing-text{display:grid;place-items:center;min-height:42u;padding:0 8u;text-align:center;font-size:15u;line-height:1.4;color:var(--t2);text-wrap:balance}
.pairing-time{display:grid;place-items:center;height:20u;margin-top:-4u}
.pairing-time .skeleton-line{margin:0}
.countdown{display:inline-flex;align-items:center;gap:6u;font-variant-numeric:tabular-nums;white-space:nowrap;font-size:13.5u;color:var(--t3)}
.countdown .icon{width:15u;height:15u}
.countdown[data-ending]{color:var(--accent-text)}
.btn-blank{visibility:hidden}
`)
