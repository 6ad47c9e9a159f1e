import { css } from '../styles/css.ts'

/** Heroes, rings, notes, addresses, details. */
export const pieceCss = css(`
.hero{display:flex;flex-direction:column;align-items:center;padding:12u 12u 16u;text-align:center}
.hero-mark{display:grid;place-items:center;width:68u;height:68u;margin-bottom:18u;border-radius:50%;background:var(--s1);color:var(--t1)}
.ring .step-mark{margin:0}
.hero-mark[data-tone=accent]{background:var(--warn-soft);color:var(--accent-text)}
.hero-mark[data-tone=gain]{background:var(--gain-soft);color:var(--gain-text)}
.hero-mark[data-tone=loss]{background:var(--loss-soft);color:var(--loss-text)}
.hero-mark .icon,.hero-mark .spinner{width:30u;height:30u;stroke-width:1.6}
.hero-title{font-size:18u;font-weight:600;line-height:1.3;letter-spacing:-.014em;text-wrap:balance;overflow-wrap:anywhere}
.hero-text{margin-top:6u;font-size:15u;line-height:1.45;color:var(--t2);text-wrap:balance;overflow-wrap:anywhere}
.hero-amount{margin-top:2u;max-width:100%;font-size:28u;font-weight:650;letter-spacing:-.025em;line-height:1.25}
.hero-status{min-height:76u}
.lead{padding:0 4u 4u;font-size:15u;line-height:1.45;color:var(--t2);text-align:center;text-wrap:balance;overflow-wrap:anywhere}
.aside{padding:2u 8u 0;text-align:center;font-size:14u;line-height:1.45;color:var(--t2);text-wrap:balance}

.ring{position:relative;display:grid;place-items:center;width:112u;height:112u;margin:6u 0 22u}
.ring svg.ring-track,.ring svg.ring-line{position:absolute;inset:0;width:100%;height:100%;fill:none;stroke-width:3.5;stroke-linecap:round}
.ring-track{stroke:var(--line)}
.ring-line{stroke:var(--accent);stroke-dasharray:26 74;opacity:0}
.ring[data-state=waiting] .ring-line{opacity:1;animation:run 1.5s linear infinite}
.ring[data-state=done] .ring-track{stroke:var(--gain)}
.ring[data-state=failed] .ring-track{stroke:var(--loss)}
.ring[data-state=idle] .ring-track{opacity:0}
.ring[data-state=idle] .picture{opacity:.75;filter:saturate(.4)}
@keyframes run{to{stroke-dashoffset:-100}}
.ring-badge{position:absolute;inset-inline-end:4u;bottom:4u;display:grid;place-items:center;width:32u;height:32u;border-radius:50%;border:4u solid var(--s0);background:var(--s2);color:var(--t1);animation:pop .25s cubic-bezier(.2,1.4,.4,1)}
.ring[data-state=done] .ring-badge{background:var(--gain);color:#06281a}
.ring[data-state=failed] .ring-badge{background:var(--loss);color:#fff}
.ring[data-state=waiting] .ring-badge{background:var(--accent);color:var(--accent-ink)}
.ring-badge .icon{width:14u;height:14u;stroke-width:2.8}
@keyframes pop{from{transform:scale(.4);opacity:0}}

.exact{white-space:normal;overflow-wrap:break-word;min-width:0}
.hero-amount.exact{overflow-wrap:anywhere}
.note{display:flex;align-items:flex-start;gap:10u;padding:12u 14u;border-radius:14r;background:var(--s1);font-size:14u;line-height:1.45;color:var(--t2)}
.note[role=alert]{scroll-margin:96u 0}
.note>.icon{width:18u;height:18u;margin-top:1u;color:var(--t2)}
.note-text{display:flex;flex-direction:column;flex:1;min-width:0;overflow-wrap:anywhere}
.note strong{font-weight:600;color:var(--t1)}
.note>.text-button{align-self:center}
.note[data-tone=warn]{background:var(--warn-soft)}.note[data-tone=warn]>.icon{color:var(--accent-text)}
.note[data-tone=loss]{background:var(--loss-soft)}.note[data-tone=loss]>.icon{color:var(--loss-text)}
.note[data-tone=gain]{background:var(--gain-soft)}.note[data-tone=gain]>.icon{color:var(--gain-text)}
.note[data-tone]:not([data-tone=info]){color:var(--t1)}
.more{margin-top:4u;color:var(--t2)}
.more summary{width:fit-content;border-radius:4r}

.receiver-title{display:block;width:fit-content;font-size:15u;font-weight:600;overflow-wrap:anywhere}
.address{display:inline-grid;grid-template-columns:repeat(5,auto);gap:1u .5em;font-variant-numeric:tabular-nums;letter-spacing:.02em;line-height:1.5;color:var(--t2)}
.address>span{white-space:nowrap}
.detail .address{font-size:14u;column-gap:.42em}
@media(max-width:350px){.address{letter-spacing:0;column-gap:.3em}}
.address mark{border-radius:3r;background:var(--loss-soft);color:var(--loss-text);font-weight:700}
.address [data-marked]{color:var(--t1);font-weight:600}

.details{display:flex;flex-direction:column;padding:4u 16u;border-radius:16r;background:var(--s1);font-size:15u}
.detail{display:flex;align-items:flex-start;justify-content:space-between;gap:16u;padding:11u 0}
.detail+.detail{border-top:1px solid var(--line)}
.detail dt{flex:none;max-width:100%;overflow-wrap:anywhere;color:var(--t2)}
.detail dd{display:flex;align-items:center;justify-content:flex-end;min-width:0;text-align:end;font-weight:500;overflow-wrap:anywhere}
.detail[data-stacked]{flex-direction:column;gap:4u}
.detail[data-stacked] dd{justify-content:space-between;width:100%;gap:8u;text-align:start}
.detail .row-values{font-size:15u;font-weight:500}
.detail .figures,.hero-amount .figures{overflow:visible;white-space:normal;overflow-wrap:anywhere}
.detail:not([data-stacked]) dt:has(+dd .figures){flex:1 1 0;min-width:28%}
.status{display:inline-flex;align-items:center;gap:6u}
.status .icon{width:15u;height:15u;stroke-width:2.4}
.status[data-status=confirmed]{color:var(--gain-text)}
.status[data-status=failed]{color:var(--loss-text)}
.status[data-status=pending]{color:var(--accent-text)}

.foot{position:sticky;bottom:0;z-index:3;display:flex;flex-direction:column;gap:10u;margin:0 -20u -20u;padding:12u 20u 20u;background:linear-gradient(transparent,var(--s0) 12u)}
.view>*+.foot{margin-top:-12u}
.points{display:flex;flex-direction:column;gap:20u;padding:8u 4u 12u}
.point{display:flex;gap:16u}
.point-mark{display:grid;place-items:center;flex:none;width:46u;height:46u;border-radius:14r;background:var(--warn-soft);color:var(--accent-text)}
.point-mark .icon{width:24u;height:24u;stroke-width:1.6}
.point-title{font-size:16u;font-weight:600;letter-spacing:-.01em}
.point-text{margin-top:2u;font-size:14.5u;line-height:1.45;color:var(--t2)}
`)
