import { afterEach, expect, test, vi } from 'vitest';
import { toggleFavorite } from '#entities/favorite/favorite.actions.ts';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { LocationBody } from './LocationBody.tsx';
import { LocationModal } from './LocationModal.tsx';
import { mapAddress, previewSize, tilesAround } from './places.ts';

const PLACE = {
  type: 'wgs84',
  lat: 52.52,
  lng: 13.405,
  title: 'Café <b>',
  address: 'Street 1',
  thumb: '',
  width: 600,
  height: 300,
};
const TILES = 'https://tiles.example/{z}/{x}/{y}.png';
const withTiles = (map_tile_url: string) => {
  client.setting = { map_tile_url, map_attribution: '© people' } as typeof client.setting;
};
afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation');
});

// covers B9-04
test('a preview is based on 600 px and shown at half size', () => {
  expect(previewSize({ width: 600, height: 300 })).toEqual({ width: 300, height: 150 });
  expect(previewSize({ width: 1200, height: 600 })).toEqual({ width: 300, height: 150 });
  expect(previewSize({ width: 300, height: 900 })).toEqual({ width: 100, height: 300 });
  expect(previewSize({ width: -1, height: -1 })).toEqual({ width: 300, height: 150 });
});

test('tiles cover the picture with the location in its center, also beyond the edge of the map', () => {
  const size = { width: 300, height: 150 };
  const tiles = tilesAround(PLACE, 15, size, TILES);
  for (const [x, y] of [
    [-150, -75],
    [149, -75],
    [-150, 74],
    [149, 74],
    [0, 0],
  ] as const) {
    const covered = tiles.some(({ left, top }) => left <= x && x < left + 256 && top <= y && y < top + 256);
    expect([x, y, covered]).toEqual([x, y, true]);
  }
  expect(tilesAround({ lat: 0, lng: 0 }, 0, size, TILES).map((tile) => tile.url)).toContain(
    'https://tiles.example/0/0/0.png',
  );
  for (const { url } of tilesAround({ lat: 10, lng: 179.9999 }, 15, size, TILES)) {
    expect(Number(url.split('/')[4])).toBeLessThan(2 ** 15);
  }
});

// covers B3-05
test('a location shows its label and links to a map; tiles appear only if the workspace has a tile server', async () => {
  const { screen } = await open(<LocationBody msg={PLACE} />);
  const link = screen.getByRole('link', { name: 'Open Café <b> on a map' });
  expect(link.textContent).toBe('Café <b>Street 1');
  expect(link.getAttribute('href')).toBe('https://www.openstreetmap.org/?mlat=52.52&mlon=13.405#map=16/52.52/13.405');
  expect(link.querySelectorAll('img')).toHaveLength(0);
  withTiles(TILES);
  const again = await open(<LocationBody msg={PLACE} />);
  const shown = again.screen.getAllByRole('link')[1];
  expect(shown?.querySelectorAll('img').length).toBeGreaterThan(0);
  expect(shown?.textContent).toContain('© people');
  expect(mapAddress({ ...PLACE, type: 'amap', title: 'a&b' })).toBe(
    'https://uri.amap.com/marker?position=13.405,52.52&name=a%26b',
  );
});

// covers C8-09
test('a location that cannot be found and a favorite that fails say so', async () => {
  serve({ 'users/favorite/toggle': refused('Operation failed') });
  const getCurrentPosition = (_tell: PositionCallback, fail: PositionErrorCallback) =>
    fail({ code: 2 } as GeolocationPositionError);
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  const { user, screen } = await open(<LocationModal onSend={() => {}} onClose={() => {}} />);
  await user.click(screen.getByRole('button', { name: 'Use my location' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/location/i);
  expect(await toggleFavorite('task', 5)).toBeUndefined();
  expect(await screen.findByText('Operation failed')).toBeTruthy();
});

test('a location is typed or read from the device; without a name its coordinates are shown', async () => {
  const onSend = vi.fn();
  const getCurrentPosition = vi.fn((tell: PositionCallback, _fail: PositionErrorCallback) =>
    tell({ coords: { latitude: 48.1, longitude: 11.5 } } as GeolocationPosition),
  );
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  const { user, screen } = await open(<LocationModal onSend={onSend} onClose={() => {}} />);
  const send = screen.getByRole('button', { name: 'Send' }) as HTMLButtonElement;
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name (optional)' });
  expect(send.disabled).toBe(true);
  expect(getCurrentPosition).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Use my location' }));
  expect(name.placeholder).toBe('48.1000, 11.5000');
  await user.click(send);
  expect(onSend).toHaveBeenCalledWith({ lat: 48.1, lng: 11.5, title: '48.1000, 11.5000', address: '' });
  await user.type(name, 'Office');
  getCurrentPosition.mockImplementation((_tell, fail) => fail({ code: 1 } as GeolocationPositionError));
  await user.click(screen.getByRole('button', { name: 'Use my location' }));
  await screen.findByRole('alert');
  // In the format that maps copy.
  await user.click(screen.getByRole('textbox', { name: 'Latitude' }));
  await user.paste('-33.8568, 151.2153');
  await user.click(send);
  expect(onSend).toHaveBeenLastCalledWith({ lat: -33.8568, lng: 151.2153, title: 'Office', address: '' });
});
