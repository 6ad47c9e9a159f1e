import { css } from '../../styles/css.ts'

/** Styles of the onramp views. */
export const onrampCss = css(`
.buy-sign{display:grid;place-items:center;min-width:24u;height:24u;padding:0 5u;border-radius:12r;background:var(--s0);font-size:13u;font-weight:650}
.field-note .text-button{flex:none;max-width:50%}
.buy-presets{display:grid;grid-template-columns:repeat(4,1fr);gap:6u;margin-top:4u}
.buy-preset{position:relative;min-width:0;height:34u;padding:0 4u;border:0;border-radius:11r;background:var(--s2);color:var(--t1);font-size:14u;font-weight:600;font-variant-numeric:tabular-nums;box-shadow:inset 0 0 0 1.5px transparent;transition:background-color .12s,box-shadow .12s}
.buy-preset::after{content:"";position:absolute;inset:-5u 0}
.buy-preset[aria-pressed=true]{box-shadow:inset 0 0 0 1.5px var(--accent-text);background:var(--warn-soft);color:var(--accent-text)}
.buy-asset{display:flex;flex-direction:column;gap:6u}
.buy-asset .row{padding-inline:16u;border-radius:18r}
.buy-asset .row[data-invalid]{box-shadow:inset 0 0 0 1.5px var(--loss)}
.buy-asset .row-title{font-size:18u;font-weight:600}
.buy-asset .row-end .icon{width:16u;height:16u}
.buy-network{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:14u}
.buy-issue{padding:0 4u;font-size:14u}
.buy-methods .tab[aria-pressed=true]{background:var(--s0);color:var(--t1);box-shadow:0 1px 3px #0000002e,0 0 0 1px var(--glint)}
.buy-pair>.btn{flex-basis:auto;width:auto}
.buy-hint{display:grid;place-items:center;min-height:64u;padding:0 12u;text-align:center;font-size:14.5u;color:var(--t2)}

.buy-offers{display:flex;flex-direction:column;gap:8u}
.buy-offers-head{display:flex;align-items:center;justify-content:space-between;gap:8u;min-height:32u;padding-inline:4u 0}
.buy-offers-name{font-size:14u;font-weight:600;color:var(--t2)}
.buy-clock{display:flex;align-items:center;gap:4u;font-size:13.5u;color:var(--t2);font-variant-numeric:tabular-nums}
.buy-clock .icon-button{width:32u;height:32u}
.buy-clock .icon-button::after{inset:-6u}
.buy-clock .icon-button .icon{width:17u;height:17u}
.buy-clock .spinner{width:16u;height:16u;margin:0 8u}
.buy-list{display:flex;flex-direction:column;gap:8u;margin:0;padding:0;list-style:none}
.buy-offer{position:relative;display:flex;flex-direction:column;padding:12u 14u 6u;border-radius:18r;background:var(--s1);box-shadow:inset 0 0 0 1.5px transparent;transition:box-shadow .12s,background-color .12s}
.buy-offer[data-chosen]{box-shadow:inset 0 0 0 1.5px var(--accent-text)}
.buy-offer:has(input:focus-visible){outline:2px solid var(--accent-text);outline-offset:2px}
.buy-offer-pick{display:flex;align-items:center;gap:12u}
label.buy-offer-pick{cursor:pointer}
.buy-offer-pick input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.buy-offer[data-sample] input{cursor:default}
.buy-offer[data-sample] .buy-given,.buy-offer[data-sample] .picture{opacity:.55;filter:grayscale(1)}
.buy-offer[data-sample] .buy-given{opacity:1;color:var(--t2)}
.buy-provider{display:flex;align-items:center;gap:7u;min-width:0;font-size:14u;color:var(--t2)}
.buy-provider>bdi{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.buy-sandbox{flex:none;height:20u;padding:0 7u;border-radius:6r;font-size:11.5u;background:var(--warn-soft);color:var(--accent-text)}
.buy-given{font-size:19u;font-weight:650;line-height:1.3;letter-spacing:-.016em}
.buy-given .figures{white-space:normal;overflow-wrap:anywhere}
.buy-offer-line>*{max-width:100%}
.buy-offer-line{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 8u;min-height:38u;padding-inline-start:52u}
.buy-fees>span:first-child{min-width:0;overflow-wrap:anywhere}
.buy-fees .figures{white-space:normal}
.buy-fees{position:relative;display:flex;align-items:center;gap:4u;min-width:0;min-height:32u;padding:0;border:0;border-radius:8r;background:none;color:var(--t2);font-size:13.5u;font-weight:500;text-align:start}
.buy-fees::after{content:"";position:absolute;inset:-6u}
.buy-offer-line>span:empty{display:none}
.buy-offer-line .tag{margin-inline-start:-1u}
.buy-fees .icon{width:15u;height:15u;transition:rotate .15s}
.buy-fees[aria-expanded=true] .icon{rotate:180deg}
.buy-skeleton-fees{margin-block:12u}
.buy-offer .details{position:relative;padding:0;background:none;font-size:14u}
.buy-offer .detail{padding:9u 0;border-top:1px solid var(--line)}
.buy-refusal{padding-bottom:12u}
.buy-refusal .buy-offer-pick{align-items:flex-start}
.buy-refusal .picture{opacity:.6;filter:grayscale(1)}
.buy-refusal .text-button{align-self:flex-start;margin-top:4u;font-size:14u;text-align:start}
.buy-reason{font-size:14.5u;line-height:1.4;color:var(--t1);overflow-wrap:anywhere}
.buy-window{padding-block:0}
.buy-what{align-self:center;margin:2u 0 10u;font-size:14u}
.buy-offer-line[hidden]{display:none}
.buy-offer[data-sample]{padding-bottom:12u}
.buy-end{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:4u 12u;min-height:32u;padding:0 4u;font-size:14u;color:var(--t2);font-variant-numeric:tabular-nums}

.buy-group{display:flex;flex-direction:column;gap:8u}
.buy-group-name{display:flex;align-items:center;gap:8u;padding:6u 4u 0;font-size:14u;font-weight:600;color:var(--t2)}
.buy-group-name .picture{width:20u;height:20u}
.buy-group-name .monogram{font-size:8.5u}
.buy-tokens{min-height:min(480u,70dvh)}
.buy-coin{font-size:17u;font-weight:650}
.buy-ways{display:flex;flex-direction:column;white-space:normal}
.buy-drawing{display:block;width:100%;max-width:280u;height:auto;margin:0 auto;fill:none;stroke:var(--t3);stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.buy-drawing:dir(rtl){transform:scaleX(-1)}
.buy-drawing-card rect:first-child,.buy-drawing-wallet path{fill:var(--s1)}
.buy-drawing-coin{stroke:var(--accent-text)}
.buy-drawing-coin circle{fill:var(--warn-soft)}
@media(hover:hover){.buy-preset:hover{background:var(--line)}.buy-offer:has(input:enabled):not([data-chosen]):hover{background:var(--s2)}.buy-fees:hover{color:var(--t1)}}
@media(prefers-reduced-motion:reduce){.buy-preset,.buy-offer,.buy-fees .icon{transition:none}}
@media(forced-colors:active){.buy-preset,.buy-offer,.buy-sign{border:1px solid ButtonBorder}.buy-preset[aria-pressed=true],.buy-offer[data-chosen]{border-color:Highlight;outline:2px solid Highlight}}
`)
