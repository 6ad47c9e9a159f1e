import { css } from '../../styles/css.ts'
import { qrCss } from '../../ui/qr.css.ts'

/** Styles of the views that pair. */
export const pairingCss =
  qrCss +
  css(`
.pairing{display:flex;flex-direction:column;gap:12u}
.pairing .qr,.qr-blank{align-self:center;width:100%;max-width:304u;aspect-ratio:1;padding:18u;border-radius:24r}
.qr-blank{display:grid;place-items:center;background:var(--s1);color:var(--t2)}
.qr-blank .spinner{width:32u;height:32u}
.pairing .qr span.qr-logo{width:54u;height:54u;border-radius:16r;background:#fff}
.pairing .qr .qr-logo .picture{width:54u;height:54u;border-radius:14r}
.qr .tile{background:#f4f3ef;color:#17150f}
.pairing[data-code]{min-height:440u;justify-content:center}
.pairing-text{display:grid;place-items:center;min-height:42u;padding:0 8u;text-align:center;font-size:15u;line-height:1.4;color:var(--t2);text-wrap:balance}
.pairing-time{display:grid;place-items:center;height:20u;margin-top:-4u}
.pairing-time .skeleton-line{margin:0}
.countdown{display:inline-flex;align-items:center;gap:6u;font-variant-numeric:tabular-nums;white-space:nowrap;font-size:13.5u;color:var(--t3)}
.countdown .icon{width:15u;height:15u}
.countdown[data-ending]{color:var(--accent-text)}
.pairing-text+.pairing-note{margin-top:-6u}
.hero-status .pairing-note{margin-top:8u}
.pairing-note{padding:0 8u;text-align:center;font-size:13.5u;line-height:1.4;color:var(--t3);text-wrap:balance}
.reach{display:flex;flex-direction:column;gap:10u;padding:14u;border-radius:16r;background:var(--s1)}
.reach-title{font-size:14u;font-weight:600;line-height:1.35}
.reach-list{display:flex;flex-wrap:wrap;gap:6u}
.reach-blank{width:60%;height:44u;border-radius:12r}
.reach-list li{min-width:0}
.reach-wallet{display:flex;align-items:center;gap:8u;min-height:44u;max-width:100%;padding-block:6u;padding-inline:8u 12u;border:0;border-radius:12r;background:var(--s0);font-size:14u;font-weight:550;text-align:start}
.reach-name{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.reach-others{font-size:13u;line-height:1.4;color:var(--t3)}
@media(hover:hover){.reach-wallet:hover{background:var(--s2)}}
.hero-wallet[data-away] .picture{filter:grayscale(1);opacity:.7}
.btn-blank{visibility:hidden}
.pairing .ring[data-state=idle] .picture{opacity:1;filter:none}
`)
