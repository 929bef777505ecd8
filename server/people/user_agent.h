/* What a device is called in a person's list of devices: "Firefox, Android". Nothing else of a User-Agent header is kept. */
#ifndef SERAI_USER_AGENT_H
#define SERAI_USER_AGENT_H

enum { MAX_DEVICE_NAME = 48 };

/* "" if the header names no browser that is known. */
void user_agent_name(const char *header, char name[MAX_DEVICE_NAME]);

#endif
