/**
 * A device as its owner would name it, parsed from the user agent with plain substring tests: agents are hostile input.
 */
export function describeAgent(agent: string) {
  const has = (word: string) => agent.includes(word);
  const os =
    has('iPhone') || has('iPad')
      ? 'iOS'
      : has('Android')
        ? 'Android'
        : has('Windows')
          ? 'Windows'
          : has('Mac OS X')
            ? 'macOS'
            : has('Linux')
              ? 'Linux'
              : '';
  const browser = has('Edg/')
    ? 'Edge'
    : has('Firefox/')
      ? 'Firefox'
      : has('Chrome/')
        ? 'Chrome'
        : has('Safari/')
          ? 'Safari'
          : agent.split('/')[0]?.slice(0, 40) || '';
  return {
    type: os === 'iOS' || os === 'Android' ? 'mobile' : 'web',
    os,
    browser,
    version: '',
    app_type: 'web',
    app_version: '',
    device_name: '',
    app_brand: '',
    app_model: '',
    app_os: '',
  };
}
