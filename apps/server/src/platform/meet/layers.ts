/** One camera that a receiver could get, in the order of importance. */
export interface Camera {
  wanted: 'large' | 'small' | 'none';
  /** Bits per second; 0 = this size does not arrive. */
  large: number;
  small: number;
  /** The size that the receiver gets now. */
  now: Layer;
}
export type Layer = 'large' | 'small' | 'none';

/** A larger picture must fit with this factor to spare, so that it does not come and go. */
const SPARE = 1.15;

/**
 * Chooses the size of each camera that fits into the bandwidth: small ones first, for as many people as possible, then
 * large ones. The first camera gets its smallest size even if nothing fits: a thumbnail shows more than an avatar.
 *
 * @param most  the number of cameras at once
 */
export function planCameras(cameras: readonly Camera[], bits: number, most: number): Layer[] {
  let left = bits;
  let shown = 0;
  const plan = cameras.map((camera): Layer => {
    if (camera.wanted === 'none' || shown >= most) return 'none';
    const least: Layer = camera.small > 0 ? 'small' : 'large';
    const cost = camera[least];
    if (cost > left && shown > 0) return 'none';
    shown++;
    left -= cost;
    return least;
  });
  return plan.map((layer, index) => {
    const camera = cameras[index] as Camera;
    if (layer !== 'small' || camera.wanted !== 'large' || camera.large === 0) return layer;
    const more = camera.large - camera.small;
    if (more * (camera.now === 'large' ? 1 : SPARE) > left) return layer;
    left -= more;
    return 'large';
  });
}

/**
 * For each camera that the screen shows, whether the line is too thin for it: it arrives small instead of large, or not
 * at all. A camera beyond the number that is allowed at once does not count as reduced.
 */
export function reducedBy(plan: readonly Layer[], cameras: readonly Camera[], most: number): boolean[] {
  const isFull = plan.filter((layer) => layer !== 'none').length >= most;
  return cameras.map(({ wanted, large }, index) => {
    if (wanted === 'none') return false;
    const layer = plan[index] ?? 'none';
    return layer === 'none' ? !isFull : layer === 'small' && wanted === 'large' && large > 0;
  });
}
